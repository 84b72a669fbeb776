import { parseSync, traverse, type types } from '@babel/core'

/** Attributes whose words somebody sees or hears. */
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

/** Words that a component would show without asking the locale files: in its JSX, spoken attributes and notes. */
export function findLooseText(source: string): readonly string[] {
  const found: string[] = []
  const note = (text: string) => {
    if (LETTERS.test(text)) found.push(text.trim())
  }
  const noteAll = (node: types.Node | null | undefined) => {
    for (const text of literalTexts(node)) note(text)
  }
  const tree = parseSync(source, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: { plugins: ['jsx', 'typescript'] },
  })
  if (tree === null) throw new Error('The source could not be read')
  traverse(tree, {
    JSXText: ({ node }) => note(node.value),
    JSXAttribute: ({ node }) => {
      if (node.name.type !== 'JSXIdentifier' || !SPOKEN_ATTRIBUTES.has(node.name.name)) return
      noteAll(node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value)
    },
    JSXExpressionContainer: ({ node, parent }) => {
      if (parent.type !== 'JSXAttribute') noteAll(node.expression)
    },
    CallExpression: ({ node }) => {
      if (node.callee.type === 'Identifier' && SPEAKING_CALLS.has(node.callee.name)) noteAll(node.arguments[0])
    },
  })
  return found
}

/** The words an expression may come to that stand in the source itself. */
function literalTexts(node: types.Node | null | undefined): readonly string[] {
  if (node?.type === 'StringLiteral') return [node.value]
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '')
  if (node?.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(literalTexts)
  const isJoined = node?.type === 'LogicalExpression' || (node?.type === 'BinaryExpression' && node.operator === '+')
  return isJoined ? [node.left, node.right].flatMap(literalTexts) : []
}
