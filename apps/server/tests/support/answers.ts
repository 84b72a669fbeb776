import { calls, errorBody, ERRORS, type CallName, type CallResponse, type ErrorBody } from '@clutch/contract'
import { expect } from 'vitest'
import * as z from 'zod'

const errorCodes = Object.keys(ERRORS) as (keyof typeof ERRORS)[]
const errorSchema = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** The body of an error answer; fails unless it is, to the field, what the contract says of its code. */
export async function errorBodyOf(response: Response): Promise<ErrorBody> {
  const body = errorSchema.parse(await response.json())
  expect(response.status).toBe(ERRORS[body.code].status)
  expect(body).toEqual(errorBody(body.code, body.params))
  return body
}

/** The answer of a call that succeeded; fails unless the contract names every field of it, and no field is missing. */
export async function answerOf<Name extends CallName>(name: Name, response: Response): Promise<CallResponse<Name>> {
  const body: unknown = await response.json()
  expect({ name, status: response.status, body }).toMatchObject({ status: 200 })
  const parsed = calls[name].response.parse(body)
  // Parsing drops what the contract does not know, so nothing may be dropped.
  expect(parsed).toEqual(body)
  return parsed as CallResponse<Name>
}
