import { Type } from 'typebox';
import { AuditLogPage, auditFilterKinds } from '../../../../contract/entities/audit.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { listAudit as list } from '../../../domain/audit/listAudit.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, limitParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';

const Query = queryParameters({
  person: Type.Optional(UserIdParameter),
  kind: Type.Optional(oneOf(auditFilterKinds)),
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  min_amount: Type.Optional(Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,2})?$', description: 'an amount of money, such as 100 or 99.50' })),
  own_benefit: Type.Optional(Type.Literal('true')),
  cursor: Type.Optional(Type.String({ maxLength: 4096 })),
  limit: Type.Optional(limitParameter(500)),
});

/** decisions 4.05; `audit-log`. */
export const listAuditRoute: Route = (app, services) => {
  app.get(
    '/api/v1/audit',
    {
      config: { permission: 'audit:read' },
      schema: {
        operationId: 'listAudit',
        summary: 'The audit log, newest first: by person, kind, days, amount and own benefit',
        tags: ['audit'],
        querystring: Query,
        response: answers({ 200: AuditLogPage }),
      },
    },
    ({ query: { person, kind, start_date, end_date, min_amount, own_benefit, cursor, limit } }) =>
      list(services, {
        filter: {
          person: person === undefined ? null : Number(person),
          kind: kind ?? null,
          start_date: start_date ?? null,
          end_date: end_date ?? null,
          cents: min_amount === undefined ? null : toCents(min_amount),
          ownBenefit: own_benefit === 'true',
        },
        cursor,
        limit: limit === undefined ? limits.list.maxLimit : Number(limit),
      }),
  );
};
