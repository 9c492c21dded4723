import { Type } from 'typebox';
import { PersonTrial, PlanDraftTrial } from '../../../../contract/entities/planDraft.ts';
import { createTrialPlaces } from '../../../domain/planDrafts/trialPlaces.ts';
import { tryDraft, tryDraftOn } from '../../../domain/planDrafts/tryDraft.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const path = '/api/v1/plan-drafts/:id/trial';
const config = { permission: 'plan-draft:use' } as const;
const personParams = Type.Object({ ...idParams.properties, user_id: UserIdParameter }, { additionalProperties: false });

/** `plan-drafts` */
export const tryPlanDraftRoute: Route = (app, services) => {
  const inPlace = createTrialPlaces();
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'tryPlanDraft',
        summary: "Everybody's commission of all open months with a draft",
        tags: ['planDrafts'],
        params: idParams,
        response: answers({ 200: PlanDraftTrial }),
      },
    },
    (request, reply) => {
      const closed = new AbortController();
      reply.raw.once('close', () => closed.abort());
      return inPlace(principalIn(request).userId, () => tryDraft(services, rowId(request.params.id), closed.signal));
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
        response: answers({ 200: PersonTrial }),
      },
    },
    (request) => tryDraftOn(services, principalIn(request).actor, rowId(request.params.id), rowId(request.params.user_id)),
  );
};
