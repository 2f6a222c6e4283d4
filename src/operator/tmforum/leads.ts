import type { OperatorLeads } from '#features/home-broadband-lead/server/operator-leads.ts'
import { failed, good, NOT_FOUND } from '../answers.ts'
import { leadBody, leadContact, leadSince, leadState, SalesLead } from './lead.messages.ts'
import { idOf } from './shapes.ts'
import { pathSegment, type TmforumClient } from './tmforum-client.ts'

export function operatorLeads(client: TmforumClient): OperatorLeads {
  return {
    async submitLead(lead) {
      const body = leadBody(lead, client.wireNumber(lead.contactNumber), client.profile)
      const answer = await client.write({ system: '699', method: 'POST', path: '/salesLead', body, reference: lead.reference }, SalesLead)
      if (!answer.ok) return failed(answer.fault)
      return good({ leadId: idOf(answer.value), state: leadState(answer.value) })
    },
    async readLead(leadId) {
      const segment = pathSegment(leadId)
      if (segment === null) return NOT_FOUND
      const answer = await client.readOne({ system: '699', path: `/salesLead/${segment}` }, SalesLead)
      if (!answer.ok) return answer
      return good({ leadId, state: leadState(answer.value), since: leadSince(answer.value), contactNumber: leadContact(answer.value) })
    },
  }
}
