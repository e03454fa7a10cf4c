"""The sheets of the map, one a band: brings them up to date, and lays them over each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter, QRegion

from rfers_desktop.ui.themes import Theme

from .content import Band, Content, Painting
from .dirty_tiles import Mask
from .flat_picture import FlatPicture
from .pixel_frame import PixelFrame, snapped
from .sheet import Sheet, blank, paint_box
from .sheet_worker import PaintJob, SheetWorker
from .touches import Touches
from .view import View

Between = Callable[[QPainter, QRegion | None], None]
"""Draws what lies above the ground and below the zones, in device pixels: all of it, or within a region alone."""
_GROUND = Band.THERMAL  # the uppermost band of it


@runtime_checkable
class LiveBand(Protocol):
    """A content that knows itself what changed, and paints many boxes at once."""

    touches: Touches

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to paint."""
        ...

    @property
    def is_heavy(self) -> bool:
        """Whether painting all of it takes longer than a frame."""
        ...

    def look_at(self, view: View) -> None: ...

    def paint_boxes(self, image: QImage, view: View, boxes: list[QRect], theme: Theme) -> None:
        """Paint boxes of a picture anew, whatever was in them."""
        ...

    def join_fresh(self) -> None:
        """Let what would be laid above all else be painted with the rest, because something else is painted."""
        ...

    def paint_fresh(self, pictures: Sequence[QImage], theme: Theme) -> tuple[list[QRect], bool]:
        """Paint on the first picture what came and lies above all else, where nothing has to be cleared.

        What is opaque is painted on the others too. Returns where, and whether it was.
        """
        ...


@runtime_checkable
class ByPixel(Protocol):
    """A live band that can paint single pixels, where many change that lie far apart."""

    def paint_pixels(self, image: QImage, mask: Mask, theme: Theme) -> bool:
        """Paint what is true in a mask of the whole sheet; False: it rather paints boxes, and did nothing."""
        ...


@runtime_checkable
class AtHand(Protocol):
    """A slow content of which a small part can be painted at once if nothing has to be read for it."""

    def is_at_hand(self, view: View, boxes: list[QRect]) -> bool:
        """Whether boxes, in device pixels of the view, can be."""
        ...


class Sheets:
    """What is to be seen of each band, for one view and theme. Nothing is painted before `bring_up_to_date`."""

    def __init__(self, view: View, theme: Theme, changed: Callable[[], None], between: Between | None = None) -> None:
        self.view = snapped(view)
        self.theme = theme
        self.painted_px = 0  # device pixels that bands have painted
        self._contents: dict[Band, Content] = {}
        self._live: dict[Band, LiveBand] = {}  # those of the contents that are
        self._sheets: dict[Band, Sheet] = {}
        self._empty_in: dict[Band, View] = {}  # bands that had nothing to show, and the view in which
        self._touches: dict[Band, Touches] = {}
        self._jobs: dict[Band, PaintJob] = {}
        self._worker = SheetWorker(self._adopt)
        self._changed = changed  # called when the worker has painted something
        self._between = between
        self._flat = FlatPicture(PixelFrame.of(self.view))
        self._region = QRegion()  # changed since last asked
        self._is_all_changed = True

    def set_content(self, band: Band, content: Content) -> None:
        """Show something else on a band."""
        self._contents[band] = content
        self._live.pop(band, None)
        if isinstance(content, LiveBand):
            self._live[band] = content
        self._touches[band] = Touches()
        self._begin_again(band)

    def set_view(self, view: View) -> None:
        """Look elsewhere; the view is snapped to whole device pixels."""
        self.view = snapped(view)
        self._is_all_changed = True

    def set_theme(self, theme: Theme) -> None:
        """Paint everything in other colours."""
        self.theme = theme
        for band in self._contents:
            self._begin_again(band)
        self._note_all()

    def forget_old_pictures(self) -> None:
        """Show nothing of what was painted until now: it lies elsewhere."""
        for band in list(self._sheets):
            self._cancel(band)
            del self._sheets[band]
        self._note_all()

    def touch(self, band: Band, boxes: Iterable[QRect] | None = None) -> None:
        """Device pixels of the present view in which a band changed; None is all of it."""
        touches = self._touches.get(band)
        if touches is None:
            return
        if boxes is None:
            touches.add_all()
            return
        frame = PixelFrame.of(self.view)
        for box in boxes:
            left, top = box.left() + frame.left, box.top() + frame.top
            touches.add((left, top, left + box.width(), top + box.height()))

    @property
    def is_waiting_for_worker(self) -> bool:
        """Whether something slow is still being painted."""
        return bool(self._jobs)

    def bring_up_to_date(self, is_hurried: bool = False) -> bool:
        """Paint what changed; in a hurry heavy bands show their old picture. Returns whether any was left so."""
        is_any_left = False
        self._move_flat()
        for band, content in sorted(self._contents.items()):
            live = self._live.get(band)
            if live is not None and live.is_empty and band not in self._sheets:
                live.look_at(self.view)
                live.touches.forget()
                self._empty_in[band] = self.view
                continue
            sheet = self._sheet(band)
            sheet.look_at(self.view, is_painted_next=not content.is_slow)
            if is_hurried and sheet.ghost is not None and live is not None and live.is_heavy:
                is_any_left = True
                continue
            self._hand_touches_over(band, live, sheet)
            if sheet.dirty and content.is_slow:
                self._start_job(band, content, sheet)
            elif sheet.dirty:
                self._paint(content, live, sheet, *sheet.dirty.take_exactly())
            if live is not None:
                self._paint_fresh(band, live, sheet)
        return is_any_left

    def take_changed(self) -> QRegion | None:
        """The device pixels that look otherwise than when last asked; None is all of them."""
        region, is_all = self._region, self._is_all_changed
        self._region, self._is_all_changed = QRegion(), False
        return None if is_all else region

    def touch_between(self, boxes: list[QRect]) -> None:
        """What lies above the ground looks otherwise in device pixels of the view."""
        self._note_region(boxes)

    def show(self, painter: QPainter) -> None:
        """Show what is laid over each other, in device pixels, within the painter's clip."""
        self._flat.bring_up_to_date(self._lay)
        self._flat.show(painter)

    def picture(self) -> QImage:
        """The sheets as they are now."""
        frame = PixelFrame.of(self.view)
        image = blank(frame.width, frame.height)
        painter = QPainter(image)
        try:
            self.show(painter)
        finally:
            painter.end()
        return image

    def painted_afresh(self, view: View, between: Between | None = None, theme: Theme | None = None) -> QImage:
        """Everything as it would be in a view and a theme, painted from nothing and at once."""
        theme = theme if theme is not None else self.theme
        frame = PixelFrame.of(view)
        image = blank(frame.width, frame.height)
        image.fill(QColor(theme.land))
        for band in Band:
            content = self._contents.get(band)
            layer = blank(frame.width, frame.height)
            if content is not None:
                painting: Painting = content.painting()
                paint_box(layer, QPoint(0, 0), painting, view, frame.rect, theme)
            painter = QPainter(image)
            try:
                painter.drawImage(QPoint(0, 0), layer)
                if between is not None and band is _GROUND:
                    between(painter, None)
            finally:
                painter.end()
        return image

    def stop(self) -> None:
        """Nothing is painted any more."""
        self._jobs.clear()
        self._worker.stop()

    def _move_flat(self) -> None:
        frame = PixelFrame.of(self.view)
        if frame != self._flat.frame and any(sheet.ghost is not None for sheet in self._sheets.values()):
            self._flat.touch_all()  # a stretched picture is not the same when it is shifted
        self._flat.look_at(frame)

    def _lay(self, painter: QPainter, boxes: list[QRect], exposed: QRegion) -> None:
        land = QColor(self.theme.land)
        for box in boxes:
            painter.fillRect(box, land)
        for band in Band:
            if band in self._sheets:
                self._sheets[band].show(painter, self.view, boxes)
            if self._between is not None and band is _GROUND:
                self._between(painter, exposed)

    def _sheet(self, band: Band) -> Sheet:
        if band not in self._sheets:
            empty_in = self._empty_in.pop(band, None)
            self._sheets[band] = Sheet(self.view if empty_in is None else empty_in)
            if empty_in is not None:  # a sheet with nothing on it is painted already
                self._sheets[band].dirty.take()
                self._sheets[band].finish()
        return self._sheets[band]

    def _begin_again(self, band: Band) -> None:
        self._cancel(band)
        if band in self._sheets:
            self._sheets[band].begin_again(self.view)
        self._note_all()

    def _hand_touches_over(self, band: Band, live: LiveBand | None, sheet: Sheet) -> None:
        if live is not None:
            live.look_at(self.view)
            if sheet.dirty or live.touches or self._touches[band]:
                live.join_fresh()
            live.touches.move_to(sheet.dirty, sheet.frame)
        self._touches[band].move_to(sheet.dirty, sheet.frame)

    def _paint(
        self, content: Content, live: LiveBand | None, sheet: Sheet, boxes: list[QRect], mask: Mask | None = None
    ) -> None:
        if mask is None or not self._paint_pixels(content, sheet, mask):
            self._paint_boxes(content, live, sheet, boxes)
        sheet.finish()
        self._note(boxes)

    def _paint_fresh(self, band: Band, live: LiveBand, sheet: Sheet) -> None:
        is_uppermost = band == max(self._sheets)
        boxes, is_laid = live.paint_fresh(
            [sheet.image, self._flat.image] if is_uppermost else [sheet.image], self.theme
        )
        self._note(boxes, is_laid=is_uppermost and is_laid)

    def _paint_pixels(self, content: Content, sheet: Sheet, mask: Mask) -> bool:
        if isinstance(content, ByPixel):
            return content.paint_pixels(sheet.image, mask, self.theme)
        return False

    def _paint_boxes(self, content: Content, live: LiveBand | None, sheet: Sheet, boxes: list[QRect]) -> None:
        if live is not None:
            live.paint_boxes(sheet.image, self.view, boxes, self.theme)
            return
        sheet.clear(boxes)
        painting = content.painting()
        for box in boxes:
            paint_box(sheet.image, QPoint(0, 0), painting, self.view, box, self.theme)

    def _start_job(self, band: Band, content: Content, sheet: Sheet) -> None:
        running = self._jobs.get(band)
        if running is not None:
            if PixelFrame.of(running.view).is_same_scale(sheet.frame):
                return  # what is dirty by now is taken up when it is done
            self._cancel(band)
        is_whole = sheet.is_bare
        boxes = sheet.dirty.take()
        if not is_whole and isinstance(content, AtHand) and content.is_at_hand(self.view, boxes):
            self._paint(content, None, sheet, boxes)
            return
        job = PaintJob(band, content.painting(), self.view, self.theme, boxes, is_whole)
        self._jobs[band] = job
        self._worker.start(job)

    def _cancel(self, band: Band) -> None:
        job = self._jobs.pop(band, None)
        if job is not None:
            job.cancelled.set()

    def _adopt(self, job: PaintJob) -> None:
        """Put what the worker has painted where it belongs by now."""
        if self._jobs.get(job.band) is not job:
            return
        del self._jobs[job.band]
        sheet, frame = self._sheet(job.band), PixelFrame.of(job.view)
        if not frame.is_same_scale(sheet.frame):
            self._changed()  # the view moved on; the next job paints it
            return
        across, down = frame.left - sheet.frame.left, frame.top - sheet.frame.top
        painter = QPainter(sheet.image)
        try:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            for box, image in job.patches:
                painter.drawImage(QPoint(box.left() + across, box.top() + down), image)
        finally:
            painter.end()
        if job.is_whole:
            sheet.finish()
            self._note_all()
        self._note([box.translated(across, down).intersected(sheet.frame.rect) for box, _ in job.patches])
        self._changed()

    def _note(self, boxes: list[QRect], is_laid: bool = False) -> None:
        self.painted_px += sum(box.width() * box.height() for box in boxes)
        self._note_region(boxes, is_laid)

    def _note_region(self, boxes: list[QRect], is_laid: bool = False) -> None:
        if not boxes:
            return
        region = QRegion()
        for box in boxes:
            region += box
        if not is_laid:
            self._flat.touch(region)
        self._region += region

    def _note_all(self) -> None:
        self._flat.touch_all()
        self._is_all_changed = True
