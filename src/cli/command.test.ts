import { describe, expect, test } from 'vitest'
import { parseCommand } from './command.ts'

describe('parseCommand', () => {
  test.each([
    ['start', { name: 'start' }],
    ['api', { name: 'api' }],
    ['index', { name: 'index' }],
    ['keeper', { name: 'keeper' }],
    ['migrate', { name: 'migrate' }],
    ['reindex', { name: 'reindex' }],
    ['', { name: 'help' }],
    ['--help', { name: 'help' }],
    ['start -h', { name: 'help' }],
    ['--version', { name: 'version' }],
    [
      'deploy --network devnet',
      { name: 'deploy', network: 'devnet', treasury: null, collateral: null, stake: null },
    ],
    [
      'deploy --network mainnet --treasury t --collateral c --stake s',
      { name: 'deploy', network: 'mainnet', treasury: 't', collateral: 'c', stake: 's' },
    ],
    ['devnet', { name: 'devnet', folder: null }],
    ['devnet --keep chain', { name: 'devnet', folder: 'chain' }],
    ['maintenance on', { name: 'maintenance', on: true }],
    ['maintenance off', { name: 'maintenance', on: false }],
    ['keys limit k1 --reads 5 --writes 7', { name: 'keys limit', id: 'k1', reads: 5, writes: 7 }],
    ['keys limit k1', { name: 'keys limit', id: 'k1', reads: null, writes: null }],
  ])('default: %s', (line, command) => {
    expect(parseCommand(line.split(' ').filter((word) => word !== ''))).toEqual(command)
  })
  test.each([
    'stop',
    'deploy',
    'deploy --network moon',
    'deploy now --network devnet',
    'deploy --network devnet --reads 5',
    'start --network devnet',
    'devnet now',
    'devnet --keep=',
    'devnet --reads 5',
    'devnet --network devnet',
    'start --keep chain',
    'start now',
    'keeper now',
    'index --reads 5',
    'maintenance',
    'maintenance maybe',
    'keys limit',
    'keys limit k1 --reads 0',
    'keys limit k1 --reads 1e3',
    'keys limit k1 k2',
    'start --reads 5',
    '--colour',
  ])('error: %s', (line) => expect(parseCommand(line.split(' ')).name).toBe('wrong'))
  test.each([
    ['fly', 'there is no command `fly`\n`sibyl --help` lists the commands.'],
    ['start --colour', "Unknown option '--colour'\n`sibyl --help` lists the commands."],
    [
      'keys',
      /^there is no command `keys`; there is\n {2}sibyl keys limit <id> .*\n {2}sibyl keys mint\n`sibyl/,
    ],
    ['maintenance', /there is\n {2}sibyl maintenance on\|off/],
  ])('error: %s is told in a few lines', (line, sentence) =>
    expect(parseCommand(line.split(' '))).toEqual({
      name: 'wrong',
      sentence: expect.stringMatching(sentence),
    }),
  )
})
