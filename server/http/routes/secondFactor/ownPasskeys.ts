import { NewPasskeyBody, Passkey, PasskeyOptions } from '../../../../contract/entities/secondFactor.ts';
import { addPasskey, beginPasskey, removePasskey } from '../../../domain/secondFactor/ownPasskeys.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { relyingPartyOf } from './relyingParty.ts';

const path = '/api/v1/auth/passkeys';
const config = { permission: 'session:use' } as const;
const tags = ['auth'];

/** `second-factor`: the person's own passkeys (decisions 4.16). */
export const ownPasskeysRoute: Route = (app, services) => {
  app.post(
    `${path}/begin`,
    {
      config,
      schema: {
        operationId: 'beginPasskey',
        summary: 'What an authenticator creates for a new passkey',
        tags,
        response: answers({ 200: PasskeyOptions }),
      },
    },
    (request) => beginPasskey(services, principalIn(request), relyingPartyOf(request, services)),
  );
  app.post(
    path,
    {
      config,
      schema: { operationId: 'postPasskey', summary: 'Add a passkey', tags, body: NewPasskeyBody, response: answers({ 201: Passkey }) },
    },
    async (request, reply) => {
      const party = relyingPartyOf(request, services);
      return reply.code(201).send(await addPasskey(services, principalIn(request), request.body, party, originOf(request)));
    },
  );
  app.delete(
    `${path}/:id`,
    {
      config,
      schema: { operationId: 'deletePasskey', summary: 'Remove a passkey', tags, params: idParams, response: answers(noContent) },
    },
    async (request, reply) => {
      await removePasskey(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
