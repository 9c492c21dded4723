import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { Setup, SkipBody, setupItems } from '../../../../contract/entities/setup.ts';
import { skipItem, unskipItem } from '../../../domain/setup/skipItem.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const path = '/api/v1/setup/items/:key/skip';
const Params = Type.Object({ key: oneOf(setupItems) });

/** `setup` */
export const skipItemRoute: Route = (app, services) => {
  const config = { permission: 'setup:use' } as const;
  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'skipSetupItem',
        summary: 'Skip an item of the checklist with a reason',
        tags: ['setup'],
        params: Params,
        body: SkipBody,
        response: answers({ 200: Setup }),
      },
    },
    (request) => skipItem(services, principalIn(request), request.params.key, request.body.reason, originOf(request)),
  );
  app.delete(
    path,
    {
      config,
      schema: {
        operationId: 'unskipSetupItem',
        summary: 'Put a skipped item back on the checklist',
        tags: ['setup'],
        params: Params,
        response: answers({ 200: Setup }),
      },
    },
    (request) => unskipItem(services, principalIn(request), request.params.key, originOf(request)),
  );
};
