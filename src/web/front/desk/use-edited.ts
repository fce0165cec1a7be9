import { useState } from 'react'

/** Something with a version, as the server stored it. */
export type Stored = { readonly version: number }

/** The state of a form over a stored thing. */
export type Edited<Thing extends Stored, Fields extends object> = ReturnType<typeof useEdited<Thing, Fields>>

/**
 * Holds the unsaved fields of a form. It keeps the version it began with until it is saved or discarded; without changes it
 * follows the stored version.
 * @param fieldsOf the fields of the form, as they are shown
 */
export function useEdited<Thing extends Stored, Fields extends object>(
  stored: Thing,
  fieldsOf: (thing: Thing) => Fields,
) {
  const [begun, setBegun] = useState(stored)
  const [typed, setTyped] = useState<Partial<Fields>>({})
  const [theirs, setTheirs] = useState<Thing>()
  const base = fieldsOf(begun)
  const changed = changesOf(base, typed)
  const isDirty = Object.keys(changed).length > 0
  if (!isDirty && begun !== stored && stored.version >= begun.version) setBegun(stored)
  return {
    fields: { ...base, ...typed },
    base,
    version: begun.version,
    /** The fields that differ from the stored ones. */
    changed,
    isDirty,
    change: (fields: Partial<Fields>) => setTyped((before) => ({ ...before, ...fields })),
    /** Goes on from another version; what was typed stays, or only some of it. Ends a conflict. */
    goOn: (from: Thing, kept: Partial<Fields> = {}) => {
      setBegun(from)
      setTyped(kept)
      setTheirs(undefined)
    },
    /** The version that somebody else saved meanwhile, until the admin has chosen between both. */
    theirs: theirs && { stored: theirs, fields: fieldsOf(theirs) },
    setTheirs,
  }
}

function changesOf<Fields extends object>(base: Fields, typed: Partial<Fields>): Partial<Fields> {
  const names = Object.keys(typed) as (keyof Fields)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(base[name], typed[name])).map((name) => [name, typed[name]]),
  ) as Partial<Fields>
}

/** By value: fields are texts, numbers and lists of them. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
