import { invoicePdf } from '../../../documents/invoicePdf.ts';
import { invoiceFileName, readInvoiceContent } from '../../../domain/invoices/invoiceContent.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { fileHeaders, fileSchema, PDF } from '../../plugins/files.ts';
import { principalIn } from '../../request.ts';

const File = fileSchema({ description: 'The invoice as the customer gets it.' }, PDF);

/** decisions 2.14 */
export const getInvoiceFileRoute: Route = (app, services) => {
  app.get(
    '/api/v1/invoices/:id/file',
    {
      config: { permission: 'invoice:read' },
      schema: {
        operationId: 'getInvoiceFile',
        summary: 'The PDF of an invoice',
        tags: ['invoices'],
        params: idParams,
        response: { ...answers({}), 200: File },
      },
    },
    async (request, reply) => {
      const content = await readInvoiceContent(services.store, principalIn(request).actor, rowId(request.params.id));
      const file = await invoicePdf(content, await services.store.logo.read());
      return reply.headers(fileHeaders({ name: invoiceFileName(content), mediaType: PDF })).send(file);
    },
  );
};
