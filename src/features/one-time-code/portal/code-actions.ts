import type { RouterContextProvider } from 'react-router'
import type { CodePurpose } from '../contract.ts'
import type { CodeFailure } from '../rules.ts'

type Context = Readonly<RouterContextProvider>

/** `message` is the server's sentence, in the visitor's language. */
export type CodeRefusal = { kind: 'refused'; failure: CodeFailure; message: string }
export type CodeSent = { kind: 'sent'; reference: string; resendInSeconds: number; attemptsLeft: number }
export type CodeVerified = { kind: 'verified'; uniqueCode: string; reference: string }

export declare function sendCode(context: Context, request: { msisdn: string; purpose: CodePurpose }): Promise<CodeSent | CodeRefusal>
export declare function resendCode(context: Context, request: { reference: string; purpose: CodePurpose }): Promise<CodeSent | CodeRefusal>
export declare function verifyCode(
  context: Context,
  request: { reference: string; purpose: CodePurpose; code: string },
): Promise<CodeVerified | CodeRefusal>
