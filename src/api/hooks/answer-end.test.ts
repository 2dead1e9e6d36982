import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { onAnswerEnd } from './answer-end.ts'

/** A connection and the answers on it, by name. */
function connect() {
  const socket = new EventEmitter()
  const ended: string[] = []
  return {
    socket,
    ended,
    ask(name: string): EventEmitter {
      const response = new EventEmitter()
      onAnswerEnd({ socket } as never, response as never, () => ended.push(name))
      return response
    },
  }
}

describe('onAnswerEnd (F43)', () => {
  test('default: an answer that is out ends at once, and not again with its connection', () => {
    const { socket, ended, ask } = connect()
    const first = ask('first')
    ask('second')
    first.emit('close')
    expect(ended).toEqual(['first'])
    socket.emit('close')
    expect(ended).toEqual(['first', 'second'])
  })
  test('behavior: what ended with its connection does not end again when it is told so', () => {
    const { socket, ended, ask } = connect()
    const answers = [ask('first'), ask('second')]
    socket.emit('close')
    for (const answer of answers) answer.emit('close')
    expect(ended).toEqual(['first', 'second'])
  })
  test('behavior: a connection has one listener, however many requests it carries', () => {
    const { socket, ask } = connect()
    for (let i = 0; i < 20; i++) ask('one').emit('close')
    expect(socket.listenerCount('close')).toBe(1)
  })
})
