import { UserImports } from '../../../../contract/entities/people.ts';
import { listUserImports } from '../../../domain/people/userImports/index.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** `users-import` */
export const listUserImportsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/users/imports',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'listUserImports',
        summary: 'List the latest imports of users',
        tags: ['users'],
        response: answers({ 200: UserImports }),
      },
    },
    async () => ({ data: await listUserImports(services) }),
  );
};
