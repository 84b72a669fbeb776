import { LANGUAGES, type Language } from '@clutch/contract/constants'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox, Switch } from './Checkbox.tsx'
import { DateField } from './DateField.tsx'
import { Disclosure } from './Disclosure.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import { Popover } from './Popover.tsx'
import { RadioGroup, RadioOption } from './RadioGroup.tsx'
import { Select } from './Select.tsx'

const DATE_TEXTS = { open: 'Open calendar', earlier: 'Previous month', later: 'Next month' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { date: DATE_TEXTS } } } })
})
afterEach(() => i18next.changeLanguage('en'))

function Sorts({ onChange }: { readonly onChange: (sort: string) => void }) {
  const [sort, setSort] = useState('name')
  return (
    <Select
      label="Sort by"
      value={sort}
      choices={[
        { value: 'name', text: 'Name' },
        { value: 'count', text: 'Count' },
      ]}
      onChange={(chosen) => {
        setSort(chosen)
        onChange(chosen)
      }}
    />
  )
}

describe('a select', () => {
  test('shows its value under its label and reports a choice by pointer', async () => {
    const onChange = vi.fn<(sort: string) => void>()
    const screen = await render(<Sorts onChange={onChange} />)
    const field = screen.getByRole('combobox', { name: 'Sort by' })
    await expect.element(field).toHaveTextContent('Name')
    await userEvent.click(field)
    await userEvent.click(screen.getByRole('option', { name: 'Count' }))
    await expect.element(field).toHaveTextContent('Count')
    expect(onChange.mock.calls).toEqual([['count']])
  })

  test('opens, moves and chooses with the keyboard, and returns the focus', async () => {
    const onChange = vi.fn<(sort: string) => void>()
    const screen = await render(<Sorts onChange={onChange} />)
    const field = screen.getByRole('combobox', { name: 'Sort by' })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('option', { name: 'Name' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field).toHaveFocus()
    expect(onChange.mock.calls).toEqual([['count']])
  })
})

describe('a checkbox', () => {
  test('is toggled by its label and by Space', async () => {
    const onChange = vi.fn<(isChecked: boolean) => void>()
    function Field() {
      const [isChecked, setChecked] = useState(false)
      const change = (next: boolean) => {
        setChecked(next)
        onChange(next)
      }
      return (
        <Checkbox isChecked={isChecked} onChange={change}>
          Cancel its lots
        </Checkbox>
      )
    }
    const screen = await render(<Field />)
    const box = screen.getByRole('checkbox', { name: 'Cancel its lots' })
    await userEvent.click(screen.getByText('Cancel its lots'))
    await expect.element(box).toBeChecked()
    await userEvent.keyboard(' ')
    await expect.element(box).not.toBeChecked()
    expect(onChange.mock.calls).toEqual([[true], [false]])
  })

  test('is named without a visible label, and can be mixed or off', async () => {
    const onChange = vi.fn<(isChecked: boolean) => void>()
    const screen = await render(
      <>
        <Checkbox name="Select all" isChecked={false} isMixed onChange={onChange} />
        <Checkbox name="Locked" isChecked isDisabled onChange={onChange} />
      </>,
    )
    await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toHaveAttribute('aria-checked', 'mixed')
    await expect.element(screen.getByRole('checkbox', { name: 'Locked' })).toBeDisabled()
  })
})

test('a switch reports the other state', async () => {
  const onChange = vi.fn<(isChecked: boolean) => void>()
  const screen = await render(
    <Switch isChecked onChange={onChange}>
      Enabled
    </Switch>,
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Enabled' }))
  expect(onChange.mock.calls).toEqual([[false]])
})

test('the arrow keys choose among radio options', async () => {
  const onChange = vi.fn<(side: string) => void>()
  function Sides() {
    const [side, setSide] = useState('buy')
    const change = (next: string) => {
      setSide(next)
      onChange(next)
    }
    return (
      <RadioGroup label="Side" value={side} onChange={change}>
        <RadioOption value="buy">Buy</RadioOption>
        <RadioOption value="sell">Sell</RadioOption>
      </RadioGroup>
    )
  }
  const screen = await render(<Sides />)
  await expect.element(screen.getByRole('radiogroup', { name: 'Side' })).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('radio', { name: 'Sell' })).toBeChecked()
  expect(onChange.mock.calls).toEqual([['sell']])
})

test('a disclosure shows and hides its content', async () => {
  const screen = await render(
    <Disclosure summary="Blocked" isHeading>
      <p>No one</p>
    </Disclosure>,
  )
  await expect.element(screen.getByText('No one')).not.toBeVisible()
  await userEvent.click(screen.getByRole('heading').getByRole('button', { name: 'Blocked' }))
  await expect.element(screen.getByText('No one')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Blocked' }))
  await expect.element(screen.getByText('No one')).not.toBeVisible()
})

describe('what a button opens', () => {
  function Opener({ look, onAct }: { readonly look: 'menu' | 'panel'; readonly onAct: (act: string) => void }) {
    const [opener, setOpener] = useState<Element | null>(null)
    const close = () => setOpener(null)
    return (
      <>
        <button type="button" onClick={({ currentTarget }) => setOpener(opener === null ? currentTarget : null)}>
          Actions
        </button>
        {opener !== null &&
          (look === 'menu' ? (
            <Menu opener={opener} label="Actions" onClose={close}>
              <MenuItem onChoose={() => onAct('report')}>Report</MenuItem>
              <MenuItem onChoose={() => onAct('delete')}>Delete</MenuItem>
            </Menu>
          ) : (
            <Popover opener={opener} label="Wallet" onClose={close}>
              <a href="#top-up">Top up</a>
            </Popover>
          ))}
      </>
    )
  }

  test('a menu is used with the keyboard, and gives the focus back', async () => {
    const onAct = vi.fn<(act: string) => void>()
    const screen = await render(<Opener look="menu" onAct={onAct} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menu', { name: 'Actions' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('menuitem', { name: 'Report' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(onAct.mock.calls).toEqual([['delete']])
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Actions' })).toHaveFocus()
  })

  test('a panel closes with Escape and with another press of its button', async () => {
    const screen = await render(<Opener look="panel" onAct={() => undefined} />)
    const button = screen.getByRole('button', { name: 'Actions' })
    const panel = screen.getByRole('dialog', { name: 'Wallet' })
    await userEvent.click(button)
    await expect.element(screen.getByRole('link', { name: 'Top up' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    await userEvent.click(button)
    await expect.element(panel).toBeVisible()
    await userEvent.click(button)
    await expect.element(panel).not.toBeInTheDocument()
  })
})

describe('a date field', () => {
  const SHOWN: Readonly<Record<Language, string>> = {
    en: '11/08/2026',
    ru: '08.11.2026',
    zh: '2026/11/08',
    tr: '08.11.2026',
    pt: '08/11/2026',
    ja: '2026/11/08',
  }

  async function renderField(value: string, limits: { readonly hasTime?: boolean; readonly max?: string } = {}) {
    const onChange = vi.fn<(value: string) => void>()
    function Field() {
      const [day, setDay] = useState(value)
      const change = (next: string) => {
        setDay(next)
        onChange(next)
      }
      return <DateField label="Date" {...limits} value={day} onChange={change} />
    }
    const screen = await render(<Field />)
    return { screen, field: screen.getByRole('textbox', { name: 'Date' }), onChange }
  }

  test.each(LANGUAGES)('shows and reads a day in the order of %s', async (language) => {
    await i18next.changeLanguage(language)
    const { field, onChange } = await renderField('2026-11-08')
    await expect.element(field).toHaveValue(SHOWN[language])
    await userEvent.fill(field, SHOWN[language].replace('08', '09'))
    await userEvent.tab()
    expect(onChange.mock.calls).toEqual([['2026-11-09']])
  })

  test('marks a text that is no day and keeps the last day', async () => {
    const { field, onChange } = await renderField('2026-11-08')
    await userEvent.fill(field, '02/31/2026')
    await userEvent.tab()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(onChange).not.toHaveBeenCalled()
  })

  test('can be emptied, and reads a time', async () => {
    const { field, onChange } = await renderField('2026-11-08T10:00', { hasTime: true })
    await expect.element(field).toHaveValue('11/08/2026 10:00')
    await userEvent.fill(field, '11/08/2026 9:5')
    await userEvent.tab()
    await userEvent.fill(field, '')
    await userEvent.tab()
    expect(onChange.mock.calls).toEqual([['2026-11-08T09:05'], ['']])
  })

  test('chooses a day in the calendar with the arrow keys, not one after its limit', async () => {
    const { screen, field, onChange } = await renderField('2026-11-08', { max: '2026-11-16' })
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    await expect.element(screen.getByRole('button', { name: 'Sunday, November 8, 2026' })).toHaveFocus()
    await expect.element(screen.getByRole('button', { name: 'Tuesday, November 17, 2026' })).toBeDisabled()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}{Enter}')
    expect(onChange.mock.calls).toEqual([['2026-11-16']])
    await expect.element(field).toHaveValue('11/16/2026')
  })
})
