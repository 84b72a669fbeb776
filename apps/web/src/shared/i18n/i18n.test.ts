import { LANGUAGES } from '@clutch/contract/constants'
import i18next from 'i18next'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { localStore } from '../storage/browser-storage.ts'

const html = { lang: '' }
vi.stubGlobal('document', { documentElement: html })
const { changeLanguage, savedLanguage, startI18n, supportedLanguage } = await import('./i18n.ts')

beforeAll(async () => {
  const isReady = new Promise((resolve) => {
    i18next.on('initialized', resolve)
  })
  startI18n(['market'])
  await isReady
})
beforeEach(() => changeLanguage('en'))

test('loads no fallback language while nothing is missing', async () => {
  await changeLanguage('ja')
  expect(i18next.t('action.close')).toBe('閉じる')
  expect(i18next.hasResourceBundle('ru', 'shell')).toBe(false)
})

describe('the chosen language', () => {
  test.each(LANGUAGES)('%s is stored under app-language and set as the page’s lang', async (language) => {
    await changeLanguage(language)
    expect(localStore.getItem('app-language')).toBe(language)
    expect(savedLanguage()).toBe(language)
    expect(html.lang).toBe(language)
  })

  test.each([null, '', 'xx', 'EN', 'en-GB', '__proto__'])('%j is not supported and becomes English', (choice) => {
    expect(supportedLanguage(choice)).toBe('en')
  })
})

describe('a missing translation', () => {
  test('falls back to English', async () => {
    i18next.addResource('en', 'shell', 'only_english', 'An egg')
    i18next.addResource('ru', 'shell', 'only_english', 'Яйцо')
    await changeLanguage('ja')
    await expect.poll(() => i18next.t('only_english')).toBe('An egg')
  })

  test('falls back to Russian where there is no English', async () => {
    await changeLanguage('ru')
    i18next.addResource('ru', 'shell', 'only_russian', 'Яйцо')
    await changeLanguage('tr')
    await expect.poll(() => i18next.t('only_russian')).toBe('Яйцо')
  })

  test('shows its key if neither has it', async () => {
    await changeLanguage('pt')
    expect(i18next.t('nowhere.at_all')).toBe('nowhere.at_all')
  })
})

test.each([
  ['en', { 1: '1 item', 2: '2 items' }],
  ['ru', { 1: '1 предмет', 2: '2 предмета', 5: '5 предметов', 21: '21 предмет', 22: '22 предмета' }],
  ['ja', { 1: '1 件', 2: '2 件' }],
] as const)('counts in %s take the right plural form', async (language, forms) => {
  await changeLanguage(language)
  for (const [count, text] of Object.entries(forms)) {
    expect(i18next.t('market:list.count', { count: Number(count), amount: count })).toBe(text)
  }
})
