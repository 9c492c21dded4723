import { Type } from 'typebox';
import { GeneralSettings } from '../../../../contract/entities/settings.ts';
import { saveGeneralSettings } from '../../../domain/settings/configSave.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object(
  { companyName: Type.String({ maxLength: 200 }), commissionsConfig: Type.String() },
  { additionalProperties: false },
);

/** spec 7.19: saved only if valid; 422 names the JSON paths. */
export const putGeneralSettingsRoute: Route = (app, services) => {
  app.put(
    '/api/v1/settings/general',
    {
      config: { permission: 'settings:manage' },
      schema: {
        operationId: 'putGeneralSettings',
        summary: 'Save general settings',
        tags: ['settings'],
        headers: IfMatch,
        body: Body,
        response: answers({ 200: GeneralSettings, ...waitingResponse }),
      },
    },
    (request) => saveGeneralSettings(services, principalIn(request), request.body, parseIfMatch(request.headers), originOf(request)),
  );
};
