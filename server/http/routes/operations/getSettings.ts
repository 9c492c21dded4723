import { PublicSettings } from '../../../../contract/entities/settings.ts';
import { type Feature, features } from '../../../../contract/features.ts';
import { currentConfig } from '../../../domain/plans/config.ts';
import { readLogoAddress } from '../../../domain/settings/logo.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** spec 7.02, decisions 1.02, 2.01 */
export const getSettingsRoute: Route = (app, { store, sso, simulator }) => {
  const missing = new Set<Feature>([store.outbox.sends ? 'no-mail' : 'password-links']);
  if (!sso) missing.add('sso');
  if (!simulator) missing.add('simulation');
  app.get(
    '/api/v1/public/settings',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'getSettings',
        summary: 'Get the public settings of the company',
        tags: ['settings'],
        response: answers({ 200: PublicSettings }),
      },
    },
    async () => ({
      companyName: await store.settings.companyName(),
      logo: await readLogoAddress({ store }),
      // Without a mail server, no email is sent; with one, people can be sent a link.
      features: features.filter((feature) => !missing.has(feature)),
      ...(sso ? { sso: { name: sso.name, passwords: sso.passwords } } : {}),
      time_zone: (await currentConfig(store)).config.timezone,
      territories: await store.territories.list(),
      ...((await store.setup.isLive()) ? {} : { setting_up: true }),
    }),
  );
};
