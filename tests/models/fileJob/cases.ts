import type { Statement } from '../../../contract/entities/statement.ts';
import { messages } from '../../../contract/messages.ts';
import { fileJobMachine } from '../../../src/machines/jobs/fileJob.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const body = { user_id: '7', start_date: '2026-11-01', end_date: '2026-11-30', format: 'PDF' as const };
export const job = (status: Statement['status']): Statement => ({
  id: '12',
  status,
  user_id: '7',
  user_name: 'Sam Sales',
  start_date: body.start_date,
  end_date: body.end_date,
  format: 'PDF',
  file_name: status === 'completed' ? 'statement-sam.pdf' : null,
  error: status === 'failed' ? 'The plan of this period is not complete.' : null,
  created_at: '2026-11-21T09:00:00Z',
});

export const statement: MachineCases<typeof fileJobMachine> = {
  machine: fileJobMachine,
  inputs: [messages.statements],
  cases: {
    'file.request': [{ body }],
    'file.open': [{ job: job('completed') }, { job: job('failed') }],
    'file.retry': [{}],
    'file.download': [{}],
    'file.restart': [{}],
    'xstate.done.actor.requestJob': [{ output: { id: '12', status: 'queued' } }],
    'xstate.error.actor.requestJob': [{ error: { status: 403, data: { message: 'Not yours.' } } }],
    'xstate.after.poll.fileJob.waiting': [{}],
    'xstate.done.actor.checkJob': [{ output: job('processing') }, { output: job('completed') }, { output: job('failed') }],
    'xstate.error.actor.checkJob': [{ error: { status: 502 } }],
    'xstate.done.actor.retryJob': [{ output: { id: '12', status: 'queued' } }],
    'xstate.error.actor.retryJob': [{ error: { status: 409, data: { message: 'Tried three times.' } } }],
    'xstate.done.actor.downloadFile': [{ output: undefined }],
    'xstate.error.actor.downloadFile': [{ error: { status: 404 } }],
  },
  project: ({ job, error }) => [job?.status, error],
};
