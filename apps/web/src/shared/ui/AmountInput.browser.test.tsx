import { LANGUAGES, type Language } from '@clutch/contract/constants'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AmountField } from './AmountInput.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: {} } } })
})
afterEach(() => i18next.changeLanguage('en'))

interface FieldProps {
  readonly onChange: (amount: number | null) => void
  readonly max?: number
  readonly fallback?: number
}

function Field({ onChange, ...limits }: FieldProps) {
  const [value, setValue] = useState<number | null>(null)
  const change = (amount: number | null): void => {
    setValue(amount)
    onChange(amount)
  }
  return (
    <>
      <AmountField {...limits} value={value} aria-label="Count" onChange={change} />
      <button type="button" onClick={() => change(7)}>
        Seven
      </button>
    </>
  )
}

async function renderField(limits: Omit<FieldProps, 'onChange'> = {}) {
  const onChange = vi.fn<FieldProps['onChange']>()
  const screen = await render(<Field {...limits} onChange={onChange} />)
  return {
    screen,
    field: screen.getByRole('spinbutton', { name: 'Count' }),
    lastAmount: () => onChange.mock.lastCall?.[0],
  }
}

describe('an amount field', () => {
  const SHOWN: Readonly<Record<Language, string>> = {
    en: '12,345',
    ru: '12 345',
    zh: '12,345',
    tr: '12.345',
    pt: '12.345',
    ja: '12,345',
  }

  test.each(LANGUAGES)('shows an amount in the format of %s when it is left, and means the same', async (language) => {
    await i18next.changeLanguage(language)
    const { field, lastAmount } = await renderField()
    await userEvent.type(field, '12345')
    await userEvent.tab()
    const { value } = field.element() as HTMLInputElement
    expect(value.replaceAll(/\s/g, ' ')).toBe(SHOWN[language])
    expect(lastAmount()).toBe(12_345)
  })

  test('keeps an unclear text, reports it and says so next to the field', async () => {
    const { field, lastAmount } = await renderField()
    await userEvent.type(field, '1,2')
    await userEvent.tab()
    await expect.element(field).toHaveValue('1,2')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(lastAmount()).toBeNaN()
  })

  test('holds an amount at its limit while it is typed', async () => {
    const { field, lastAmount } = await renderField({ max: 500 })
    await userEvent.type(field, '600')
    await expect.element(field).toHaveValue('500')
    expect(lastAmount()).toBe(500)
  })

  test('steps by one with the arrow keys', async () => {
    const { field, lastAmount } = await renderField()
    await userEvent.type(field, '41{ArrowUp}{ArrowUp}{ArrowDown}')
    await expect.element(field).toHaveValue('42')
    expect(lastAmount()).toBe(42)
  })

  test('shows what its owner sets', async () => {
    const { screen, field } = await renderField()
    await userEvent.type(field, '3')
    await userEvent.click(screen.getByRole('button', { name: 'Seven' }))
    await expect.element(field).toHaveValue('7')
  })

  test('counts as its fallback while it is empty, and shows that when it is left', async () => {
    const { field, lastAmount } = await renderField({ fallback: 1 })
    await userEvent.type(field, '5{Backspace}')
    expect(lastAmount()).toBe(1)
    await userEvent.tab()
    await expect.element(field).toHaveValue('1')
  })
})
