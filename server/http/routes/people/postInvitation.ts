import { Type } from 'typebox';
import { Invitation } from '../../../../contract/entities/people.ts';
import { invite } from '../../../domain/people/invite.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object({}, { additionalProperties: false });

/** Feature `invitations`. */
export const postInvitationRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/:id/invitation',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'postInvitation',
        summary: 'Invite a user to choose a password',
        tags: ['users'],
        params: idParams,
        body: Body,
        response: answers({ 200: Invitation }),
      },
    },
    (request) => invite(services, principalIn(request), rowId(request.params.id), originOf(request)),
  );
};
