import { type MailConfig, MailProblem, smtpTransport } from './transport.ts';

/** Short, because a person waits for the result. */
const SHORT_TIMEOUTS = { connectMs: 4000, answerMs: 4000 } as const;

/** The reason why the mail server cannot be reached or refuses the sign-in; null if it answers. */
export const findMailProblem = async (config: MailConfig): Promise<string | null> => {
  const transport = smtpTransport(config, SHORT_TIMEOUTS);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    if (error instanceof MailProblem) return error.message;
    throw error;
  } finally {
    transport.close();
  }
};
