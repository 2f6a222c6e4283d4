import { Type, type Static } from 'typebox'
import { payerBehaviour } from '../demo-identities.ts'
import type { Collection } from '../world/journal-store.ts'
import { nationalNumber } from '../world/numbers.ts'
import type { World } from '../world/world.ts'
import type { TmfRecord } from './collection-query.ts'
import { findOffer } from './catalogue/every-offer.ts'
import { HOUR_MS } from './catalogue/offer.ts'
import { badRequest } from './refusal.ts'
import { creation, hrefOf, newId, type Mount, type Resource } from './resource.ts'

const PATH = 'salesLead'
const JOB = 'tmforum.lead'
/** People work on these: looked at after an hour, decided three hours later. */
const LOOKED_AT_AFTER_MS = HOUR_MS
const DECIDED_AFTER_MS = 3 * HOUR_MS

const Medium = Type.Object({
  mediumType: Type.Optional(Type.String()),
  characteristic: Type.Optional(Type.Object({ phoneNumber: Type.Optional(Type.String()) })),
})
const LeadBody = Type.Object({
  name: Type.String({ minLength: 1 }),
  priority: Type.Optional(Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')])),
  productOffering: Type.Optional(Type.Object({ id: Type.String() })),
  prospectContact: Type.Optional(Type.Array(Medium)),
  note: Type.Optional(Type.Array(Type.Object({ text: Type.Optional(Type.String()) }))),
})
type LeadBody = Static<typeof LeadBody>

type SalesLead = {
  id: string
  status: 'acknowledged' | 'inProgress' | 'accepted'
  reference: string
  createdAt: string
  changedAt: string
  said: Readonly<Record<string, unknown>>
}

/** TMF699: someone wants the 5G box. */
export function salesLeads(mount: Mount): Resource[] {
  const { world } = mount
  const leads = leadsOf(world)
  return [
    {
      path: PATH,
      list: { operation: 'lead.list', run: () => leads.all().map((lead) => shownLead(mount, lead)) },
      read: {
        operation: 'lead.read',
        run(id) {
          const lead = leads.get(id)
          return lead && shownLead(mount, lead)
        },
      },
      create: creation({
        operation: 'lead.create',
        schema: LeadBody,
        referenceField: '',
        run({ body, reference, lateMs = LOOKED_AT_AFTER_MS }) {
          refuseUnknownOffering(body)
          const now = world.clock.iso()
          const lead: SalesLead = { id: newId('SL'), status: 'acknowledged', reference, createdAt: now, changedAt: now, said: body }
          world.store.together(() => {
            leads.put(lead.id, lead)
            world.scheduler.schedule({ kind: JOB, data: { id: lead.id }, afterMs: lateMs })
          })
          const { id, href, ...withoutId } = shownLead(mount, lead)
          return isAnsweredWithoutId(body) ? withoutId : { id, href, ...withoutId }
        },
      }),
    },
  ]
}

function leadsOf({ store }: World): Collection<SalesLead> {
  return store.collection<SalesLead>('tmforum.leads')
}

function refuseUnknownOffering({ productOffering }: LeadBody): void {
  if (productOffering && !findOffer(productOffering.id))
    throw badRequest(`There is no product offering ${productOffering.id}`, 'unknownOffering')
}

function isAnsweredWithoutId(body: LeadBody): boolean {
  return contactsOf(body).some((number) => payerBehaviour(number) === 'lead-without-id')
}

function contactsOf({ prospectContact = [] }: LeadBody): string[] {
  return prospectContact.map(({ characteristic }) => nationalNumber(characteristic?.phoneNumber ?? '') ?? '')
}

/** Whether this contact has a lead for the 5G box: only then can it be ordered. */
export function hasLeadFor(world: World, productCode: string, msisdn: string): boolean {
  return leadsOf(world)
    .all()
    .some(({ said }) => {
      const body = said as LeadBody
      return body.productOffering?.id === productCode && contactsOf(body).includes(msisdn)
    })
}

export function handleLeads(world: World): void {
  const leads = leadsOf(world)
  world.scheduler.handle<{ id: string }>(JOB, async ({ id }) => {
    const lead = leads.get(id)
    const changedAt = world.clock.iso()
    if (lead?.status === 'acknowledged') {
      leads.put(id, { ...lead, status: 'inProgress', changedAt })
      return { againAfterMs: DECIDED_AFTER_MS }
    }
    if (lead?.status === 'inProgress') leads.put(id, { ...lead, status: 'accepted', changedAt })
    return 'done'
  })
}

function shownLead(mount: Mount, { id, status, reference, createdAt, changedAt, said }: SalesLead): TmfRecord {
  return {
    ...said,
    id,
    href: hrefOf(mount, PATH, id),
    status,
    creationDate: createdAt,
    statusChangeDate: changedAt,
    ...mount.profile.shownReference('', reference),
    '@type': 'SalesLead',
  }
}
