import { Type } from 'typebox';
import { DraftTrial } from '../../../../contract/entities/configTrial.ts';
import { tryConfig } from '../../../domain/settings/tryConfig.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

const MAX_PEOPLE = 5;
const Body = Type.Object(
  {
    commissionsConfig: Type.String(),
    people: Type.Array(Type.String({ pattern: '^[0-9]{1,9}$' }), { minItems: 1, maxItems: MAX_PEOPLE }),
  },
  { additionalProperties: false },
);

/** decisions 2.35: a draft tried on a few people. */
export const tryGeneralSettingsRoute: Route = (app, services) => {
  app.post(
    '/api/v1/settings/general/try',
    {
      config: { permission: 'plan-draft:use' },
      schema: {
        operationId: 'tryGeneralSettings',
        summary: 'What a few people would have earned under a commissionsConfig',
        tags: ['settings'],
        body: Body,
        response: answers({ 200: DraftTrial }),
      },
    },
    (request) => tryConfig(services, request.body),
  );
};
