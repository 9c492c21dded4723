import {
  BeginFactorBody,
  BegunFactor,
  FactorCodeBody,
  RecoveryCodes,
  SecondFactorState,
} from '../../../../contract/entities/secondFactor.ts';
import { beginFactor, disableFactor, enableFactor, readFactorState, renewRecoveryCodes } from '../../../domain/secondFactor/setUpFactor.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const path = '/api/v1/auth/second-factor';
const config = { permission: 'session:use' } as const;
const beforeSetUp = { ...config, beforeSecondFactor: true } as const;
const tags = ['auth'];

/** `second-factor`: the person's own second factor (decisions 4.16). */
export const ownFactorRoute: Route = (app, services) => {
  app.get(
    path,
    {
      config: beforeSetUp,
      schema: { operationId: 'getSecondFactor', summary: 'Your second factor', tags, response: answers({ 200: SecondFactorState }) },
    },
    (request) => readFactorState(services, principalIn(request)),
  );
  app.post(
    `${path}/begin`,
    {
      config: beforeSetUp,
      schema: {
        operationId: 'beginSecondFactor',
        summary: 'Begin to set up a second factor: its secret and QR code',
        tags,
        body: BeginFactorBody,
        response: answers({ 200: BegunFactor }),
      },
    },
    (request) => beginFactor(services, principalIn(request), request.body.current_password, originOf(request)),
  );
  app.post(
    `${path}/enable`,
    {
      config: beforeSetUp,
      schema: {
        operationId: 'enableSecondFactor',
        summary: 'Turn the second factor on with its first code: the recovery codes',
        tags,
        body: FactorCodeBody,
        response: answers({ 200: RecoveryCodes }),
      },
    },
    (request) => enableFactor(services, principalIn(request), request.body.code, originOf(request)),
  );
  app.post(
    `${path}/recovery-codes`,
    {
      config,
      schema: { operationId: 'renewRecoveryCodes', summary: 'Create new recovery codes', tags, response: answers({ 200: RecoveryCodes }) },
    },
    (request) => renewRecoveryCodes(services, principalIn(request), originOf(request)),
  );
  app.delete(
    path,
    { config, schema: { operationId: 'disableSecondFactor', summary: 'Turn your second factor off', tags, response: answers(noContent) } },
    async (request, reply) => {
      await disableFactor(services, principalIn(request), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
