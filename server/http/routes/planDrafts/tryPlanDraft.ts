import { Type } from 'typebox';
import { PersonTrial, PlanDraftTrial } from '../../../../contract/entities/planDraft.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Day, isUsableDay } from '../../../../contract/rules/time/period.ts';
import { createTrialLimiter } from '../../../domain/planDrafts/trialLimiter.ts';
import { tryDraft, tryDraftOn } from '../../../domain/planDrafts/tryDraft.ts';
import { badRequest } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const path = '/api/v1/plan-drafts/:id/trial';
const config = { permission: 'plan-draft:use' } as const;
const personParams = Type.Object({ ...idParams.properties, user_id: UserIdParameter }, { additionalProperties: false });

const dayQuery = queryParameters({ effective_date: Type.Optional(Type.String({ maxLength: 10 })) });

/** @throws Problem 400 */
const readDay = ({ effective_date: day }: Readonly<{ effective_date?: string }>): Day | null => {
  if (day === undefined || day === '') return null;
  if (!isUsableDay(day)) throw badRequest('date_invalid', fill(messages.refusals.date, { field: 'effective_date' }), 'effective_date');
  return day;
};

/** `plan-drafts` */
export const tryPlanDraftRoute: Route = (app, services) => {
  const runLimited = createTrialLimiter();
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'tryPlanDraft',
        summary: "Everybody's commission of all open months with a draft",
        tags: ['planDrafts'],
        params: idParams,
        querystring: dayQuery,
        response: answers({ 200: PlanDraftTrial }),
      },
    },
    (request, reply) => {
      const day = readDay(request.query);
      const connectionClosed = new AbortController();
      reply.raw.once('close', () => connectionClosed.abort());
      return runLimited(principalIn(request).userId, () => tryDraft(services, rowId(request.params.id), day, connectionClosed.signal));
    },
  );
  app.get(
    `${path}/:user_id`,
    {
      config,
      schema: {
        operationId: 'tryPlanDraftOnPerson',
        summary: "A person's open months and changed records with a draft",
        tags: ['planDrafts'],
        params: personParams,
        querystring: dayQuery,
        response: answers({ 200: PersonTrial }),
      },
    },
    (request) =>
      tryDraftOn(services, principalIn(request).actor, rowId(request.params.id), rowId(request.params.user_id), readDay(request.query)),
  );
};
