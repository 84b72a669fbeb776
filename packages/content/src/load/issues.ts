import type * as z from 'zod'
import type { ContentProblem } from '../problem.ts'
import { placeOf } from './place.ts'

type Issue = z.core.$ZodIssue

/** Turns schema issues into problems per entry and field. */
export function problemsOfIssues(file: string, raw: unknown, issues: readonly Issue[]): ContentProblem[] {
  return issues
    .flatMap((issue) => describe(issue))
    .map(({ path, message }) => {
      const { entry, field } = placeOf(raw, path)
      return { file, entry, field, message }
    })
}

interface Described {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function describe(issue: Issue, parent: readonly PropertyKey[] = []): Described[] {
  const path = [...parent, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: `The key "${key}" is unknown here.` }))
  }
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0]
    if (closest !== undefined) return closest.flatMap((inner) => describe(inner, path))
  }
  return [{ path, message: sentence(issue) }]
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('undefined')
        ? `A value of type ${issue.expected} is missing.`
        : `A value of type ${issue.expected} is expected.`
    case 'too_small':
      return `${sizeOf(issue.origin)} must be ${issue.exact === true ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`
    case 'too_big':
      return `${sizeOf(issue.origin)} must be ${issue.exact === true ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`
    case 'invalid_value':
      return `The value must be one of: ${issue.values.map(String).join(', ')}.`
    case 'not_multiple_of':
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message
    default:
      return issue satisfies never
  }
}

function sizeOf(origin: string): string {
  if (origin === 'string') return 'The number of characters'
  if (origin === 'array' || origin === 'set') return 'The number of entries'
  return 'The number'
}
