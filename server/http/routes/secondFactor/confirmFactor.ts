import { FactorAnswer, PasskeyOptions } from '../../../../contract/entities/secondFactor.ts';
import { askPasskey, confirmFactor as confirm } from '../../../domain/secondFactor/stepUp.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { relyingPartyOf } from './relyingParty.ts';

const config = { permission: 'session:use' } as const;
const tags = ['auth'];

/** decisions 4.16: asks for the second factor again in a session, for example before a large payout. */
export const confirmFactorRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/second-factor/confirm',
    {
      config,
      schema: {
        operationId: 'confirmSecondFactor',
        summary: 'Confirm your second factor in this session',
        tags,
        body: FactorAnswer,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await confirm(services, principalIn(request), request.body, relyingPartyOf(request, services), originOf(request));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/v1/auth/second-factor/passkey',
    {
      config,
      schema: {
        operationId: 'askPasskey',
        summary: 'What a passkey signs to confirm in this session',
        tags,
        response: answers({ 200: PasskeyOptions }),
      },
    },
    (request) => askPasskey(services, principalIn(request), relyingPartyOf(request, services)),
  );
};
