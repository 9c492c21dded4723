import { Type } from 'typebox';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { DealLinkBody, DealLinks } from '../../../../contract/entities/deal.ts';
import { linkDeal as link, listDealLinks, unlinkDeal } from '../../../domain/deals/dealLinks.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const LinkParams = Type.Object({ id: Id, kind: oneOf(['event', 'invoice']), target: Id }, { additionalProperties: false });

/** decisions 2.17: events and invoices linked to a deal. */
export const linkDealRoute: Route = (app, services) => {
  const path = '/api/v1/deals/:id/links';
  const tags = ['deals'];
  app.get(
    path,
    {
      config: { permission: 'deal:read' },
      schema: {
        operationId: 'listDealLinks',
        summary: 'List the events and invoices of a deal',
        tags,
        params: idParams,
        response: answers({ 200: DealLinks }),
      },
    },
    async (request) => ({ data: await listDealLinks(services, principalIn(request).actor, rowId(request.params.id)) }),
  );
  app.post(
    path,
    {
      config: { permission: 'deal:write' },
      schema: {
        operationId: 'postDealLink',
        summary: 'Link a deal to an event or an invoice',
        tags,
        params: idParams,
        body: DealLinkBody,
        response: answers({ 201: DealLinks }),
      },
    },
    async (request, reply) => {
      const dealId = rowId(request.params.id);
      const target = { dealId, kind: request.body.kind, id: rowId(request.body.id) };
      await link(services, principalIn(request), target, originOf(request));
      return reply.code(201).send({ data: await listDealLinks(services, principalIn(request).actor, dealId) });
    },
  );
  app.delete(
    `${path}/:kind/:target`,
    {
      config: { permission: 'deal:write' },
      schema: { operationId: 'deleteDealLink', summary: 'Remove a link of a deal', tags, params: LinkParams, response: answers(noContent) },
    },
    async (request, reply) => {
      const { id, kind, target } = request.params;
      await unlinkDeal(services, principalIn(request), { dealId: rowId(id), kind, id: rowId(target) }, originOf(request));
      return reply.code(204).send(null);
    },
  );
};
