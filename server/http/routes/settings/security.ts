import { SecuritySettings } from '../../../../contract/entities/secondFactor.ts';
import { readSecuritySettings, saveSecuritySettings } from '../../../domain/secondFactor/securitySettings.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'settings:manage' } as const;
const tags = ['settings'];

/** `second-factor`: who needs one, and the payouts that ask for it again (decisions 4.16). */
export const securityRoute: Route = (app, services) => {
  app.get(
    '/api/v1/settings/security',
    {
      config,
      schema: {
        operationId: 'getSecurity',
        summary: 'Security settings of the company',
        tags,
        response: answers({ 200: SecuritySettings }),
      },
    },
    () => readSecuritySettings(services),
  );
  app.put(
    '/api/v1/settings/security',
    {
      config,
      schema: {
        operationId: 'putSecurity',
        summary: 'Change the security settings',
        tags,
        body: SecuritySettings,
        response: answers({ 200: SecuritySettings }),
      },
    },
    (request) => saveSecuritySettings(services, principalIn(request), request.body, originOf(request)),
  );
};
