import { LoginAnswer } from '../../../../contract/entities/auth.ts';
import { SecondFactorBody } from '../../../../contract/entities/secondFactor.ts';
import { finishSignIn } from '../../../domain/secondFactor/finishSignIn.ts';
import type { Route } from '../../app.types.ts';
import { addDevice } from '../../knownDevice.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { relyingPartyOf } from './relyingParty.ts';

/** decisions 4.16: the second step of a sign-in. */
export const finishSignInRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/second-factor',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'finishLogin',
        summary: 'Finish a sign-in with the second factor',
        tags: ['auth'],
        body: SecondFactorBody,
        response: answers({ 200: LoginAnswer }),
      },
    },
    async (request, reply) => {
      const { answer, newDevice } = await finishSignIn(services, request.body, relyingPartyOf(request, services), originOf(request));
      addDevice(request, reply, newDevice);
      return answer;
    },
  );
};
