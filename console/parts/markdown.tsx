import { marked, type Token, type Tokens } from 'marked'
import type { ComponentChild, ComponentChildren } from 'preact'
import { linkFrom } from '../lib/guides.ts'
import { follow } from '../lib/route.ts'

/** A document of ours as elements: nothing of it is ever read as HTML. */
export function Markdown({ text }: { text: string }) {
  return <article class="words">{marked.lexer(text).map(block)}</article>
}

const plain = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('')

/** As code hosts name the places of a document. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function block(token: Token, index: number): ComponentChild {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      const Level = (['h1', 'h2', 'h3', 'h4'] as const)[depth - 1] ?? 'h4'
      return (
        <Level key={index} id={anchorOf(plain(tokens))}>
          {inlines(tokens)}
        </Level>
      )
    }
    case 'paragraph':
      return <p key={index}>{inlines((token as Tokens.Paragraph).tokens)}</p>
    case 'text': {
      const { tokens, text } = token as Tokens.Text
      return tokens === undefined ? text : inlines(tokens)
    }
    case 'code':
      return <Code key={index} text={(token as Tokens.Code).text} />
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const List = ordered ? 'ol' : 'ul'
      return (
        <List key={index}>
          {items.map((item, at) => (
            <li key={at}>{item.tokens.map(block)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table key={index} table={token as Tokens.Table} />
    case 'blockquote':
      return <blockquote key={index}>{(token as Tokens.Blockquote).tokens.map(block)}</blockquote>
    case 'hr':
      return <hr key={index} />
    default:
      return null
  }
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="scroll" aria-label={plain(header[0]?.tokens ?? [])} tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            {header.map(({ tokens }, at) => (
              <th key={at} scope="col">
                {inlines(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map(({ tokens }, column) => (
                <td key={column}>{inlines(tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const inlines = (tokens: readonly Token[]): ComponentChildren => tokens.map(inline)

function inline(token: Token, index: number): ComponentChild {
  switch (token.type) {
    case 'strong':
      return <strong key={index}>{inlines((token as Tokens.Strong).tokens)}</strong>
    case 'em':
      return <em key={index}>{inlines((token as Tokens.Em).tokens)}</em>
    case 'codespan':
      return <code key={index}>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br key={index} />
    case 'link': {
      const { href, tokens } = token as Tokens.Link
      const link = linkFrom(href)
      if (link === null) return inlines(tokens)
      return link.isHere ? (
        <a key={index} href={link.to} onClick={follow}>
          {inlines(tokens)}
        </a>
      ) : (
        <a key={index} href={link.to} rel="noopener noreferrer">
          {inlines(tokens)}
        </a>
      )
    }
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text
    default:
      return null
  }
}
