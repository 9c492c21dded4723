import { type TProperties, Type } from 'typebox';
import { Deal } from '../../../../contract/entities/deal.ts';
import { annotateDeal, loseDeal, moveDeal, reopenDeal, winDeal } from '../../../domain/deals/changeDeal.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'deal:write' } as const;
const bodyOf = <const T extends TProperties>(extra: T) => Type.Object({ version: Version, ...extra }, { additionalProperties: false });
const Stage = Type.String({ maxLength: 200, description: 'the name of a stage' });
const Reason = Type.String({ maxLength: 10_000, description: 'why, in a text of at most 500 characters' });
const Notes = Type.String({ maxLength: 20_000, description: 'a text of at most 2000 characters' });
const schemaOf = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: ['deals'],
  params: idParams,
  response: answersOfChange(Deal, { 200: Deal }),
});

/** decisions 2.17: open stages → won or lost → reopened; notes are allowed in every state. */
export const stepDealRoute: Route = (app, services) => {
  app.post(
    '/api/v1/deals/:id/move',
    { config, schema: { ...schemaOf('moveDeal', 'Move a deal to another stage'), body: bodyOf({ stage: Stage }) } },
    (request) => {
      const { version, stage } = request.body;
      return moveDeal(services, principalIn(request), { id: rowId(request.params.id), version }, stage, originOf(request));
    },
  );
  app.post('/api/v1/deals/:id/win', { config, schema: { ...schemaOf('winDeal', 'Mark a deal as won'), body: bodyOf({}) } }, (request) =>
    winDeal(services, principalIn(request), { id: rowId(request.params.id), version: request.body.version }, originOf(request)),
  );
  app.post(
    '/api/v1/deals/:id/lose',
    { config, schema: { ...schemaOf('loseDeal', 'Mark a deal as lost'), body: bodyOf({ reason: Reason }) } },
    (request) => {
      const { version, reason } = request.body;
      return loseDeal(services, principalIn(request), { id: rowId(request.params.id), version }, reason, originOf(request));
    },
  );
  app.post('/api/v1/deals/:id/reopen', { config, schema: { ...schemaOf('reopenDeal', 'Reopen a deal'), body: bodyOf({}) } }, (request) =>
    reopenDeal(services, principalIn(request), { id: rowId(request.params.id), version: request.body.version }, originOf(request)),
  );
  app.put(
    '/api/v1/deals/:id/notes',
    { config, schema: { ...schemaOf('putDealNotes', 'Write the notes of a deal'), body: bodyOf({ notes: Notes }) } },
    (request) => {
      const { version, notes } = request.body;
      return annotateDeal(services, principalIn(request), { id: rowId(request.params.id), version }, notes, originOf(request));
    },
  );
};
