import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { ImportList } from '../../../../contract/entities/import.ts';
import { importStates } from '../../../../contract/lifecycles/importRun.ts';
import { limits } from '../../../../contract/limits.ts';
import { importKinds } from '../../../../contract/rules/imports/fields.ts';
import { listImports as list } from '../../../domain/imports/listImports.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';

const Query = queryParameters({
  kind: Type.Optional(oneOf(importKinds)),
  state: Type.Optional(oneOf(importStates)),
  search: Type.Optional(Type.String({ maxLength: limits.list.searchLength })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(limitParameter(500)),
});

/** `imports` */
export const listImportsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/imports',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'listImports',
        summary: 'Imported files, newest first',
        tags: ['imports'],
        querystring: Query,
        response: answers({ 200: ImportList }),
      },
    },
    ({ query: { limit, ...question } }) => list(services, { ...question, limit: Number(limit ?? limits.list.defaultLimit) }),
  );
};
