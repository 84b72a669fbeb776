import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastEmitted, receive, emit, type TypedText } from './typed-text.ts'

const asIs = (query: string) => query
const blank: TypedText<string> = { text: '', value: '', emitted: [] }
const type = (typed: TypedText<string>, text: string) => ({ ...typed, text })

describe('a typed text with a debounced reader', () => {
  test('keeps what was typed since the last emitted value', () => {
    const emitted = type(emit(type(blank, 'ha'), 'ha'), 'hat')
    expect(receive(emitted, 'ha', asIs)).toEqual({ text: 'hat', value: 'ha', emitted: [] })
  })

  test('keeps it even after further values are emitted before the first comes back', () => {
    const emitted = type(emit(emit(type(blank, 'ha'), 'ha'), 'hat'), 'hatc')
    const first = receive(emitted, 'ha', asIs)
    expect(first).toEqual({ text: 'hatc', value: 'ha', emitted: ['hat'] })
    expect(receive(first, 'hat', asIs).text).toBe('hatc')
    expect(receive(emitted, 'hat', asIs)).toEqual({ text: 'hatc', value: 'hat', emitted: [] })
  })

  test('is replaced by a value that it did not emit', () => {
    const found = receive(emit(type(blank, 'hat'), 'hat'), 'hat', asIs)
    expect(receive(found, '', asIs)).toEqual(blank)
    expect(receive(emit(type(found, 'hats'), 'hats'), '', asIs)).toEqual(blank)
    expect(receive(found, 'ore', (query) => `${query}!`).text).toBe('ore!')
  })

  test('recognises an emitted value only once', () => {
    const found = receive(emit(type(blank, 'ha'), 'ha'), 'ha', asIs)
    const cleared = receive(found, '', asIs)
    expect(receive(cleared, 'ha', asIs).text).toBe('ha')
    const undone = emit(type(emit(type(blank, 'ha'), 'ha'), ''), '')
    expect(lastEmitted(undone)).toBe('')
    expect(receive(undone, 'ha', asIs).text).toBe('ha')
  })

  test("knows the reader's upcoming value", () => {
    expect(lastEmitted(blank)).toBe('')
    expect(lastEmitted(emit(emit(blank, 'ha'), 'hat'))).toBe('hat')
  })

  test('stays as typed, whenever emitted values come back and whichever are skipped', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('type' as const), letter: fc.constantFrom('a', 'b') }),
        fc.record({ kind: fc.constant('emit' as const) }),
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
          } else if (step.kind === 'emit') {
            if (lastEmitted(typed) !== text) due.push(text)
            typed = lastEmitted(typed) === text ? typed : emit(typed, text)
          } else if (due.length > 0) {
            const at = Math.min(step.skipped, due.length - 1)
            typed = receive(typed, due[at] as string, asIs)
            due = due.slice(at + 1)
          }
          expect(typed.text).toBe(text)
        }
        expect(typed.emitted).toEqual(due)
      }),
    )
  })
})
