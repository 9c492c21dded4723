import { MailFailures } from '../../../../contract/entities/mail.ts';
import { listMailFailures } from '../../../domain/mail/mailFailures.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** `mail-failures`, decisions 5.03 */
export const listMailFailuresRoute: Route = (app, services) => {
  app.get(
    '/api/v1/mail-failures',
    {
      config: { permission: 'settings:manage' },
      schema: {
        operationId: 'listMailFailures',
        summary: 'Emails that could not be sent',
        tags: ['notifications'],
        response: answers({ 200: MailFailures }),
      },
    },
    () => listMailFailures(services),
  );
};
