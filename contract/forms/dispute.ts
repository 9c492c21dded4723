import { object, string } from 'yup';
import { messages } from '../messages.ts';
import { plain } from './plain.ts';

const text = messages.disputes;

/** A question, a reply or a resolution (decisions 2.13). */
export const disputeForm = object({
  message: string()
    .trim()
    .required(text.messageRequired)
    .min(5, text.messageShort)
    .max(2000, text.messageLong)
    .test(plain(messages.server.thisText)),
});
