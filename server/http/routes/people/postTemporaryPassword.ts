import { Type } from 'typebox';
import { TemporaryPassword } from '../../../../contract/entities/people.ts';
import { resetPassword } from '../../../domain/people/changeUser.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object({ password: Type.Optional(Type.String({ maxLength: 20_000 })) }, { additionalProperties: false });

/** spec 2.58, Reset Password; `users-temporary-password`. */
export const postTemporaryPasswordRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/:id/temporary-password',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'postTemporaryPassword',
        summary: 'Give a user a temporary password',
        tags: ['users'],
        params: idParams,
        body: Body,
        response: answers({ 200: TemporaryPassword }),
      },
    },
    (request) => resetPassword(services, principalIn(request), rowId(request.params.id), request.body.password, originOf(request)),
  );
};
