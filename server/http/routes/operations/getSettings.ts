import { PublicSettings } from '../../../../contract/entities/settings.ts';
import { features } from '../../../../contract/features.ts';
import { currentConfig } from '../../../domain/plans/config.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** spec 7.02, decisions 1.02, 2.01 */
export const getSettingsRoute: Route = (app, { store }) => {
  app.get(
    '/api/v1/public/settings',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'getSettings',
        summary: 'What anyone may know of the company',
        tags: ['settings'],
        response: answers({ 200: PublicSettings }),
      },
    },
    async () => ({
      companyName: await store.settings.companyName(),
      // `no-mail` means that no email is sent; it is removed if a mail server is configured.
      features: features.filter((feature) => feature !== 'no-mail' || !store.outbox.sends),
      time_zone: (await currentConfig(store)).config.timezone,
    }),
  );
};
