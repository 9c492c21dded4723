import { LoginAnswer, LoginBody } from '../../../../contract/entities/auth.ts';
import { SecondFactorChallenge } from '../../../../contract/entities/secondFactor.ts';
import { askSecondFactor } from '../../../domain/secondFactor/finishSignIn.ts';
import { signIn } from '../../../domain/session/signIn.ts';
import type { Route } from '../../app.types.ts';
import { addDevice } from '../../knownDevice.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { relyingPartyOf } from '../secondFactor/relyingParty.ts';

/** spec 7.03; 202 without tokens for a person with a second factor (decisions 4.16). */
export const loginRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/login',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'login',
        summary: 'Sign in',
        tags: ['auth'],
        body: LoginBody,
        response: answers({ 200: LoginAnswer, 202: SecondFactorChallenge }),
      },
    },
    async (request, reply) => {
      const origin = originOf(request);
      const party = relyingPartyOf(request, services);
      const outcome = await signIn(services, request.body, origin, (user, remembered) =>
        askSecondFactor(services, user, { remembered, party, origin }),
      );
      if ('second_factor' in outcome) return reply.code(202).send(outcome);
      addDevice(request, reply, outcome.newDevice);
      return reply.code(200).send(outcome.answer);
    },
  );
};
