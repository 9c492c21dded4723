import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { FlowPath, flowNames } from '../../../../contract/entities/flow.ts';
import { readFlowPath } from '../../../domain/flows/readFlowPath.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

const Params = Type.Object(
  {
    lifecycle: oneOf(flowNames),
    id: Type.String({
      pattern: '^([1-9]\\d{0,14}|\\d{4}-(0[1-9]|1[0-2]))$',
      description: 'the id of a record, or the month of a pay period',
    }),
  },
  { additionalProperties: false },
);

/** decisions 2.37; `flows`. */
export const getFlowPathRoute: Route = (app, services) => {
  app.get(
    '/api/v1/flows/:lifecycle/:id',
    {
      config: { permission: 'flow:read' },
      schema: {
        operationId: 'getFlowPath',
        summary: 'The states that a record went through',
        tags: ['flows'],
        params: Params,
        response: answers({ 200: FlowPath }),
      },
    },
    ({ params: { lifecycle, id } }) => readFlowPath(services, lifecycle, id),
  );
};
