import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { createManualClock } from '../kit/index.ts'
import { createLead } from './lead.ts'

describeOnBothDatabases('createLead', (context) => {
  const clock = createManualClock(1_763_164_800_000)
  function keeper(name: string) {
    const seen: string[] = []
    const observe = ({ kind }: { readonly kind: string }) => void seen.push(kind)
    return { seen, ...createLead({ database: context.database, clock, name, leaseMs: 15_000, observe }) }
  }

  test('behavior: of two one leads, and the other takes over when its lease has ended', async () => {
    const [first, second] = [keeper('first'), keeper('second')]
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    clock.advance(14_000)
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    clock.advance(14_999)
    expect(await second.hold()).toBe(false)
    clock.advance(1)
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
    expect([first.seen, second.seen]).toEqual([['lead-taken', 'lead-lost'], ['lead-taken']])
    await second.release()
  })
  test('behavior: who stops gives the lead back, who does not have it gives nothing back', async () => {
    const [first, second] = [keeper('first'), keeper('second')]
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    await second.release()
    expect(await second.hold()).toBe(false)
    await first.release()
    expect(await second.hold()).toBe(true)
    await second.release()
  })
  test('behavior: the same name leads again at once, as after a crash on an embedded database', async () => {
    expect(await keeper('embedded').hold()).toBe(true)
    expect(await keeper('embedded').hold()).toBe(true)
  })
})
