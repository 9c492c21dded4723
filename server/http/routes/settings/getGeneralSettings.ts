import { GeneralSettings } from '../../../../contract/entities/settings.ts';
import { readGeneralSettings } from '../../../domain/settings/configSave.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** spec 7.19 */
export const getGeneralSettingsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/settings/general',
    {
      config: { permission: 'settings:manage' },
      schema: {
        operationId: 'getGeneralSettings',
        summary: 'General settings',
        tags: ['settings'],
        response: answers({ 200: GeneralSettings }),
      },
    },
    () => readGeneralSettings(services),
  );
};
