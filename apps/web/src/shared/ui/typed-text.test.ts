import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastTold, take, tell, type TypedText } from './typed-text.ts'

const asIs = (query: string) => query
const blank: TypedText<string> = { text: '', value: '', told: [] }
const type = (typed: TypedText<string>, text: string) => ({ ...typed, text })

describe('a text that is typed while its reader is told', () => {
  test('keeps what was typed since the reader was told', () => {
    const told = type(tell(type(blank, 'ha'), 'ha'), 'hat')
    expect(take(told, 'ha', asIs)).toEqual({ text: 'hat', value: 'ha', told: [] })
  })

  test('keeps it, too, when the reader is told again before the first value is back', () => {
    const told = type(tell(tell(type(blank, 'ha'), 'ha'), 'hat'), 'hatc')
    const first = take(told, 'ha', asIs)
    expect(first).toEqual({ text: 'hatc', value: 'ha', told: ['hat'] })
    expect(take(first, 'hat', asIs).text).toBe('hatc')
    expect(take(told, 'hat', asIs)).toEqual({ text: 'hatc', value: 'hat', told: [] })
  })

  test('gives way to what somebody else gave the reader', () => {
    const found = take(tell(type(blank, 'hat'), 'hat'), 'hat', asIs)
    expect(take(found, '', asIs)).toEqual(blank)
    expect(take(tell(type(found, 'hats'), 'hats'), '', asIs)).toEqual(blank)
    expect(take(found, 'ore', (query) => `${query}!`).text).toBe('ore!')
  })

  test('takes a value for its own once only', () => {
    const found = take(tell(type(blank, 'ha'), 'ha'), 'ha', asIs)
    const cleared = take(found, '', asIs)
    expect(take(cleared, 'ha', asIs).text).toBe('ha')
    const undone = tell(type(tell(type(blank, 'ha'), 'ha'), ''), '')
    expect(lastTold(undone)).toBe('')
    expect(take(undone, 'ha', asIs).text).toBe('ha')
  })

  test('knows what its reader will have', () => {
    expect(lastTold(blank)).toBe('')
    expect(lastTold(tell(tell(blank, 'ha'), 'hat'))).toBe('hat')
  })

  test('stays as typed, whenever what the reader was told comes back and whatever of it is left out', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('type' as const), letter: fc.constantFrom('a', 'b') }),
        fc.record({ kind: fc.constant('tell' as const) }),
        fc.record({ kind: fc.constant('return' as const), skipped: fc.nat(2) }),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(steps, (taken) => {
        let typed = blank
        let text = ''
        let due: string[] = []
        for (const step of taken) {
          if (step.kind === 'type') {
            text += step.letter
            typed = type(typed, text)
          } else if (step.kind === 'tell') {
            if (lastTold(typed) !== text) due.push(text)
            typed = lastTold(typed) === text ? typed : tell(typed, text)
          } else if (due.length > 0) {
            const at = Math.min(step.skipped, due.length - 1)
            typed = take(typed, due[at] as string, asIs)
            due = due.slice(at + 1)
          }
          expect(typed.text).toBe(text)
        }
        expect(typed.told).toEqual(due)
      }),
    )
  })
})
