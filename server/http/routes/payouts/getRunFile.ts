import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { openRunStatement } from '../../../domain/payouts/payoutRuns.ts';
import { createPayrollFile } from '../../../domain/payouts/payrollFile.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { CSV, fileHeaders, fileSchema, PDF } from '../../plugins/files.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'payroll:read' } as const;
const tags = ['payouts'];
const Csv = fileSchema({ description: 'A line for each person.' }, CSV);
const Pdf = fileSchema({ description: 'The statement of the month.' }, PDF);
const PersonParams = Type.Object({ id: Id, user: Id }, { additionalProperties: false });

/** decisions 2.16: a run's payroll file, and its statements. */
export const getRunFileRoute: Route = (app, services) => {
  app.get(
    '/api/v1/payout-runs/:id/payroll',
    {
      config,
      schema: {
        operationId: 'getPayrollFile',
        summary: 'The payroll file of a run',
        tags,
        params: idParams,
        response: { ...answers({}), 200: Csv },
      },
    },
    async (request, reply) => {
      const { name, content } = await createPayrollFile(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.headers(fileHeaders({ name, mediaType: CSV })).send(Buffer.from(content));
    },
  );
  app.get(
    '/api/v1/payout-runs/:id/people/:user/statement',
    {
      config,
      schema: {
        operationId: 'getRunStatement',
        summary: 'The statement of a person of a run',
        tags,
        params: PersonParams,
        response: { ...answers({}), 200: Pdf },
      },
    },
    async (request, reply) => {
      const { id, user } = request.params;
      const file = await openRunStatement(services, principalIn(request), rowId(id), rowId(user), originOf(request));
      return reply.headers(fileHeaders(file)).send(file.content);
    },
  );
};
