import { calls, errorBody, ERRORS, type CallName, type CallResponse, type ErrorBody } from '@clutch/contract'
import { expect } from 'vitest'
import * as z from 'zod'

const errorCodes = Object.keys(ERRORS) as (keyof typeof ERRORS)[]
const errorSchema = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** The body of an error response; fails unless it matches the contract's definition of its code exactly. */
export async function errorBodyOf(response: Response): Promise<ErrorBody> {
  const body = errorSchema.parse(await response.json())
  expect(response.status).toBe(ERRORS[body.code].status)
  expect(body).toEqual(errorBody(body.code, body.params))
  return body
}

/** The response of a successful call; fails unless it has exactly the fields of the contract. */
export async function answerOf<Name extends CallName>(name: Name, response: Response): Promise<CallResponse<Name>> {
  const body: unknown = await response.json()
  expect({ name, status: response.status, body }).toMatchObject({ status: 200 })
  const parsed = calls[name].response.parse(body)
  // Parsing drops unknown fields, so the parsed value must equal the original.
  expect(parsed).toEqual(body)
  return parsed as CallResponse<Name>
}
