import type { ReactNode } from 'react'
import { parseHexColor, readableColor } from '../format/contrast.ts'
import { parseBbCode, safeLink, type BbNode } from './bbcode.ts'

/** Draws BBCode with elements of our own: nothing of the source becomes markup. */
export function BbText({ source }: { readonly source: string }) {
  return drawAll(parseBbCode(source))
}

function drawAll(nodes: readonly BbNode[]): ReactNode {
  // The tree is rebuilt whole from its source, so a node's place is its identity.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <BbPiece key={index} node={node} />)
}

function BbPiece({ node }: { readonly node: BbNode }) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return <br />
    case 'b':
      return <strong>{drawAll(node.children)}</strong>
    case 'i':
      return <em>{drawAll(node.children)}</em>
    case 'u':
      return <u>{drawAll(node.children)}</u>
    case 's':
      return <s>{drawAll(node.children)}</s>
    case 'color':
      return parseHexColor(node.value) === undefined ? (
        drawAll(node.children)
      ) : (
        <span style={{ color: readableColor(node.value) }}>{drawAll(node.children)}</span>
      )
    case 'url': {
      const href = safeLink(node.value)
      return href === undefined ? (
        drawAll(node.children)
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {drawAll(node.children)}
        </a>
      )
    }
    case 'list':
      return <span>{drawAll(node.children)}</span>
    case '*':
      return (
        <span>
          {'• '}
          {drawAll(node.children)}
        </span>
      )
  }
}
