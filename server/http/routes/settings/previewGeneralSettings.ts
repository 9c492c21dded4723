import { Type } from 'typebox';
import { ConfigPreview } from '../../../../contract/entities/settings.ts';
import { previewConfig } from '../../../domain/settings/configPreview.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

const Body = Type.Object({ commissionsConfig: Type.String() }, { additionalProperties: false });

/** decisions 2.07: the impact of a new commissionsConfig. */
export const previewGeneralSettingsRoute: Route = (app, services) => {
  app.post(
    '/api/v1/settings/general/preview',
    {
      config: { permission: 'settings:manage', weight: 'heavy' },
      schema: {
        operationId: 'previewGeneralSettings',
        summary: 'Preview a commissionsConfig',
        tags: ['settings'],
        body: Body,
        response: answers({ 200: ConfigPreview }),
      },
    },
    (request) => previewConfig(services, request.body.commissionsConfig),
  );
};
