// The checklist of a task: items are added with Enter, ticked, renamed, given to somebody, moved and deleted. People
// who may not change the task only read it.
import type { TaskitemRecord, TaskRecord } from '@stint/sdk'
import { ArrowDown, ArrowUp, GripVertical, Pencil, Plus, Square, SquareCheck, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { can, maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Avatar, Gauge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ComboBoxField } from '../../parts/choices.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { InlineFormActions } from '../../parts/form-dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { useTeam } from '../../records/tasks/task-options.ts'
import styles from './checklist.module.css'
import { useChecklistOrder } from './checklist-order.ts'

export function TaskChecklist({ task }: { readonly task: TaskRecord }) {
  const messages = useTaskMessages().checklist
  const query = useAll('taskitem', { taskid: [task.id] })
  const writes = can(task, 'update')
  if (!writes && task.items === 0) return null
  return (
    <Section title={messages.title}>
      <QueryView query={query}>{(items) => <Items task={task} items={items} />}</QueryView>
      {writes && <NewItem taskid={task.id} />}
    </Section>
  )
}

function Items({ task, items }: { readonly task: TaskRecord; readonly items: readonly TaskitemRecord[] }) {
  const messages = useTaskMessages().checklist
  const update = useUpdate('taskitem')
  const [said, setSaid] = useState('')
  const [edited, setEdited] = useState<number | null>(null)
  const move = async (id: number, position: number): Promise<void> => {
    const title = items.find((item) => item.id === id)?.title ?? ''
    await update
      .mutateAsync({ id, fields: { position } })
      .then(() => setSaid(messages.moved(title, position, items.length)))
      .catch(showError)
  }
  const order = useChecklistOrder(
    items.map(({ id }) => id),
    move,
  )
  if (items.length === 0) return null
  const done = items.filter((item) => item.done).length
  return (
    <>
      <Gauge label={messages.progress} share={done / items.length} text={messages.done(done, items.length)} calm />
      <ol ref={order.list} className={styles.items}>
        {items.map((item) => (
          <li key={item.id} style={{ order: order.placeOf(item.id) }} data-dragged={order.dragged === item.id}>
            {edited === item.id ? (
              <ItemForm item={item} task={task} onDone={() => setEdited(null)} />
            ) : can(item, 'update') ? (
              <ItemRow
                item={item}
                count={items.length}
                grip={order.gripProps(item.id)}
                onEdit={() => setEdited(item.id)}
                onMove={(position) => void move(item.id, position)}
              />
            ) : (
              <ReadItem item={item} />
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="hidden">
        {said}
      </p>
    </>
  )
}

interface ItemRowProps {
  readonly item: TaskitemRecord
  readonly count: number
  readonly grip: ReturnType<ReturnType<typeof useChecklistOrder>['gripProps']>
  readonly onEdit: () => void
  readonly onMove: (position: number) => void
}

function ItemRow({ item, count, grip, onEdit, onMove }: ItemRowProps) {
  const messages = useTaskMessages().checklist
  const update = useUpdate('taskitem')
  const remove = useRemove('taskitem')
  // The value that is being saved, so that the box changes at once.
  const [saving, setSaving] = useState<boolean | null>(null)
  const tick = async (done: boolean): Promise<void> => {
    setSaving(done)
    await update.mutateAsync({ id: item.id, fields: { done } }).catch(showError)
    setSaving(null)
  }
  const { id, title, position } = item
  // A callback of `mutate` would not run, because the row is gone by then.
  const deleteItem = () =>
    void remove
      .mutateAsync({ id })
      .then(() => showToast(messages.deleted))
      .catch(showError)
  const done = saving ?? item.done
  return (
    <div className={styles.item} data-done={done}>
      <button type="button" className={styles.grip} aria-label={messages.move(title)} {...grip}>
        <GripVertical size={15} aria-hidden />
      </button>
      <CheckField label={title} value={done} onChange={(value) => void tick(value)} />
      <ItemPerson item={item} />
      <Menu
        label={messages.actions(title)}
        entries={[
          { id: 'edit', name: messages.edit, icon: Pencil, onPress: onEdit },
          {
            id: 'up',
            name: messages.up,
            icon: ArrowUp,
            isDisabled: position === 1,
            onPress: () => onMove(position - 1),
          },
          {
            id: 'down',
            name: messages.down,
            icon: ArrowDown,
            isDisabled: position === count,
            onPress: () => onMove(position + 1),
          },
          ...(can(item, 'delete')
            ? [null, { id: 'delete', name: messages.delete, icon: Trash2, danger: true, onPress: deleteItem }]
            : []),
        ]}
      />
    </div>
  )
}

function ReadItem({ item }: { readonly item: TaskitemRecord }) {
  const messages = useTaskMessages().checklist
  const Picture = item.done ? SquareCheck : Square
  return (
    <div className={styles.item} data-done={item.done}>
      <Picture size={16} aria-hidden />
      <span className={styles.title}>{item.title}</span>
      {item.done && <span className="hidden">{messages.isDone}</span>}
      <ItemPerson item={item} />
    </div>
  )
}

/** Clients do not get the person. */
function ItemPerson({ item: { person = null } }: { readonly item: TaskitemRecord }) {
  if (person === null) return null
  return (
    <span className={styles.person} title={person}>
      <Avatar name={person} small />
      <span className="hidden">{person}</span>
    </span>
  )
}

interface ItemFormProps {
  readonly item: TaskitemRecord
  readonly task: TaskRecord
  readonly onDone: () => void
}

function ItemForm({ item, task, onDone }: ItemFormProps) {
  const messages = useTaskMessages().checklist
  const labels = useLabels().taskitem
  const update = useUpdate('taskitem')
  const team = useTeam(task.projectid)
  const { title, personid = null } = item
  const form = useForm({ title, personid }, async (fields) => {
    await update.mutateAsync({ id: item.id, fields })
    onDone()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the Escape key of the field inside.
    <div className={styles.form} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      <Form form={form} label={messages.edit}>
        <TextField {...form.field('title')} label={labels.title} maxLength={maxOf('taskitem', 'title')} autoFocus />
        <ComboBoxField {...form.field('personid')} label={labels.personid} options={team} none={messages.nobody} />
        <InlineFormActions form={form} onCancel={onDone} />
      </Form>
    </div>
  )
}

function NewItem({ taskid }: { readonly taskid: number }) {
  const messages = useTaskMessages().checklist
  const create = useCreate('taskitem')
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({ title: '' }, async ({ title }) => {
    if (title.trim() === '') return
    await create.mutateAsync({ fields: { taskid, title: title.trim() } })
    form.reset({ title: '' })
    input.current?.focus()
  })
  return (
    <Form form={form} label={messages.add}>
      <div className={styles.new}>
        <TextField
          {...form.field('title')}
          label={messages.newItem}
          labelHidden
          placeholder={messages.newItem}
          maxLength={maxOf('taskitem', 'title')}
          inputRef={input}
        />
        <Button small icon={Plus} type="submit" busy={form.busy}>
          {messages.add}
        </Button>
      </div>
    </Form>
  )
}
