import { colord, extend } from 'colord'
import namedColors from 'colord/plugins/names'
import type { ReactNode } from 'react'
import { readableColor } from '../format/contrast.ts'
import styles from './BbText.module.css'
import { bbText, parseBbCode, safeLink, type BbNode } from './bbcode.ts'

extend([namedColors])

/**
 * Renders BBCode with our own elements: no part of the source becomes markup. All of them are allowed in a paragraph.
 */
export function BbText({ source }: { readonly source: string }) {
  return drawAll(parseBbCode(source))
}

function drawAll(nodes: readonly BbNode[]): ReactNode {
  // The tree is rebuilt from its source as a whole, so a node's index is its identity.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <BbPiece key={index} node={node} />)
}

function BbPiece({ node }: { readonly node: BbNode }) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return <br />
    case 'rule':
      return <span className={styles['rule']} />
    case 'b':
      return <strong>{drawAll(node.children)}</strong>
    case 'i':
      return <em>{drawAll(node.children)}</em>
    case 'u':
      return <u>{drawAll(node.children)}</u>
    case 's':
      return <s>{drawAll(node.children)}</s>
    case 'color': {
      const color = toHex(node.value)
      if (color === undefined) return drawAll(node.children)
      return <span style={{ color: readableColor(color) }}>{drawAll(node.children)}</span>
    }
    case 'url': {
      const href = safeLink(node.value === '' ? bbText(node.children).trim() : node.value)
      if (href === undefined) return drawAll(node.children)
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {node.children.length === 0 ? href : drawAll(node.children)}
        </a>
      )
    }
    case 'spoiler':
      return (
        // Revealed on hover or focus, so it must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <span className={styles['spoiler']} tabIndex={0}>
          {drawAll(node.children)}
        </span>
      )
    case 'code':
      return <code className={styles['code']}>{drawAll(node.children)}</code>
    case 'heading':
      return <span className={styles['heading']}>{drawAll(node.children)}</span>
    case 'quote':
      return (
        <span className={styles['quote']}>
          {node.value !== '' && <span className={styles['heading']}>{node.value}</span>}
          {drawAll(node.children)}
        </span>
      )
    case 'list':
    case 'olist':
      return <BbList node={node} />
    case '*':
      return <BbEntry mark="•" node={node} />
    case 'table':
      return <span className={styles['table']}>{drawAll(node.children)}</span>
    case 'tr':
      return <span className={styles['row']}>{drawAll(node.children)}</span>
    case 'th':
      return <span className={styles['head']}>{drawAll(node.children)}</span>
    case 'td':
      return <span className={styles['cell']}>{drawAll(node.children)}</span>
    case 'block':
      return <span className={styles['block']}>{drawAll(node.children)}</span>
  }
}

type BbElement = Extract<BbNode, { readonly children: unknown }>

function BbList({ node }: { readonly node: BbElement }) {
  const entries = node.children.filter(({ kind }) => kind === '*')
  return (
    <span className={styles['block']}>
      {node.children.map((child, index) =>
        child.kind === '*' && node.kind === 'olist' ? (
          // oxlint-disable-next-line react/no-array-index-key
          <BbEntry key={index} mark={`${entries.indexOf(child) + 1}.`} node={child} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <BbPiece key={index} node={child} />
        ),
      )}
    </span>
  )
}

function BbEntry({ mark, node }: { readonly mark: string; readonly node: BbElement }) {
  return (
    <span className={styles['block']}>
      {`${mark} `}
      {drawAll(node.children)}
    </span>
  )
}

/** A CSS colour as six hex digits, without its alpha. */
function toHex(value: string): string | undefined {
  const color = colord(/^[0-9a-f]+$/iu.test(value) ? `#${value}` : value)
  return color.isValid() ? color.alpha(1).toHex() : undefined
}
