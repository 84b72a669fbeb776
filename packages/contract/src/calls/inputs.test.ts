import { expect, it } from 'vitest'
import * as z from 'zod'
import { calls } from './index.ts'

/** One line for each part of a call's input: its JSON schema, with every bound. */
function describeInputs(): string {
  return Object.entries(calls)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, call]) =>
      (['body', 'query', 'params'] as const).flatMap((part) => {
        const schema: z.ZodType | undefined = Reflect.get(call, part)
        if (schema === undefined) return []
        const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
        return [`${name} ${part} ${JSON.stringify(json)}\n`]
      }),
    )
    .join('')
}

it('the inputs of all calls are those on record; `vitest run -u` records a change of the contract', async () => {
  await expect(describeInputs()).toMatchFileSnapshot('./inputs.snapshot.txt')
})
