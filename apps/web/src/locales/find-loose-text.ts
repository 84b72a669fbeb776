import { parseSync, Visitor, type ESTree } from 'vite'

/** Attributes whose text users see or hear. */
const SPOKEN_ATTRIBUTES = new Set([
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
])
/** Functions that show or announce the words they are given. */
const SPEAKING_CALLS = new Set(['showToast', 'useTitle'])
const LETTERS = /\p{L}{2,}/u

/**
 * Words that a component would show without asking the locale files: in its JSX, spoken attributes and notes.
 * @param file its name says whether it may have JSX
 * @throws when the source cannot be read
 */
export function findLooseText(file: string, source: string): readonly string[] {
  const found: string[] = []
  const note = (text: string) => {
    if (LETTERS.test(text)) found.push(text.trim())
  }
  const noteAll = (node: ESTree.Node | null | undefined) => {
    for (const text of literalTexts(node)) note(text)
  }
  /** An expression in braces that is an attribute value, not a child. */
  const attributes = new Set<ESTree.Node>()
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  new Visitor({
    JSXText: ({ value }) => note(value),
    JSXAttribute({ name, value }) {
      const isInBraces = value?.type === 'JSXExpressionContainer'
      if (isInBraces) attributes.add(value)
      if (name.type !== 'JSXIdentifier' || !SPOKEN_ATTRIBUTES.has(name.name)) return
      noteAll(isInBraces ? value.expression : value)
    },
    JSXExpressionContainer(node) {
      if (!attributes.has(node)) noteAll(node.expression)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && SPEAKING_CALLS.has(callee.name)) noteAll(first)
    },
  }).visit(program)
  return found
}

/** The words an expression may come to that stand in the source itself. */
function literalTexts(node: ESTree.Node | null | undefined): readonly string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '')
  if (node?.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(literalTexts)
  const isJoined = node?.type === 'LogicalExpression' || (node?.type === 'BinaryExpression' && node.operator === '+')
  return isJoined ? [node.left, node.right].flatMap(literalTexts) : []
}
