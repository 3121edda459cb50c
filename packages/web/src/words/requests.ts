// The words of requests and documents, loaded with the screens that show them.
import { choose } from './choose.ts'
import { en } from './en/requests.ts'

export const useRequestsWords = choose({ en })
