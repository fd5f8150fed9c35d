"""What is in the chip itself: timers, watchdog, clock, resets, sleep, its number."""

import time

from simulated import clock, ticker, wiring

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5
SLEEP = 2
DEEPSLEEP = 4
PIN_WAKE = EXT0_WAKE = 2
EXT1_WAKE = 3
TIMER_WAKE = 4
TOUCHPAD_WAKE = 5
ULP_WAKE = 6

_RTC_MEMORY_BYTES = 2048
_MHZ = (20, 40, 80, 160, 240)
_hz = 160000000


class Timer:
    """Timer(-1) is a timer of its own each time; 0 to 3 are the hardware's, one object each."""

    ONE_SHOT = 0
    PERIODIC = 1
    _hardware = {}
    _job = None

    def __new__(cls, id, **kwargs):
        if id == -1:
            return super().__new__(cls)
        if not 0 <= id < 4:
            raise ValueError("invalid Timer number, max 4")
        if id not in cls._hardware:
            cls._hardware[id] = super().__new__(cls)
        return cls._hardware[id]

    def __init__(self, id, **kwargs):
        if kwargs:
            self.init(**kwargs)

    def init(
        self,
        *,
        mode=PERIODIC,
        period=0xFFFFFFFF,
        tick_hz=1000,
        freq=None,
        callback=None,
        hard=False,
    ):
        if hard:
            raise ValueError("hard Timers are not implemented")
        self.deinit()
        period_ms = int(1000 / freq) if freq is not None else period * 1000 // tick_hz
        self._job = ticker.Job(
            lambda: callback and callback(self), period_ms, mode == self.PERIODIC
        )

    def deinit(self):
        if self._job:
            self._job.stop()
            self._job = None

    def value(self):
        """Milliseconds since the period began."""
        if not self._job:
            raise ValueError("timer not set")
        return self._job.period_ms - time.ticks_diff(self._job.due, time.ticks_ms())


class WDT:
    """Cannot be stopped; the launcher watches the file and resets the board when it is late."""

    def __init__(self, id=0, timeout=5000):
        if id != 0:
            raise ValueError
        if timeout <= 0:
            raise ValueError("WDT timeout too short")
        path = wiring.kept("watchdog")
        self._timeout = f"{timeout}\n"
        self._file = path and wiring.host.open(path, "w")
        self.feed()

    def feed(self):
        if self._file:
            self._file.seek(0)
            self._file.write(self._timeout)


class RTC:
    def __init__(self, id=0, *, datetime=None):
        if datetime is not None:
            self.init(datetime)

    def init(self, datetime=None):
        """(year, month, day[, hour[, minute[, second[, microsecond[, tzinfo]]]]])."""
        if datetime is not None:
            moment = tuple(datetime[:6]) + (0,) * (6 - len(datetime[:6]))
            clock.set(clock.mktime(moment + (0, 0)))

    def datetime(self, datetimetuple=None):
        """(year, month, day, weekday, hour, minute, second, microsecond)."""
        if datetimetuple is not None:
            year, month, day, _, hour, minute, second = datetimetuple[:7]
            clock.set(clock.mktime((year, month, day, hour, minute, second, 0, 0)))
            return None
        now = clock.gmtime()
        return now[:3] + (now[6],) + now[3:6] + (clock.time_ns() // 1000 % 1000000,)

    def memory(self, data=None):
        path = wiring.kept("rtc")
        if data is not None:
            if len(data) > _RTC_MEMORY_BYTES:
                raise ValueError("buffer too long")
            if path:
                with wiring.host.open(path, "wb") as file:
                    file.write(data)
            return None
        try:
            with wiring.host.open(path, "rb") as file:
                return file.read()
        except (OSError, TypeError):
            return b""


def reset():
    wiring.power("USR1")


def soft_reset():
    """Raises SystemExit, so that `finally` runs; the bootstrap then resets."""
    wiring.options["soft_reset"] = True
    raise SystemExit


def reset_cause():
    return wiring.options.get("cause", PWRON_RESET)


def wake_reason():
    return TIMER_WAKE if reset_cause() == DEEPSLEEP_RESET else 0


def deepsleep(time_ms=0):
    path = wiring.kept("sleep")
    if path:
        with wiring.host.open(path, "w") as file:
            file.write(str(time_ms))
    wiring.power("USR1")


def lightsleep(time_ms=0):
    """Sleeps; without a time nothing here could wake the chip, so it is refused."""
    if not time_ms:
        raise ValueError("the simulated board has nothing to wake it")
    time.sleep_ms(time_ms)


def freq(hz=None):
    global _hz
    if hz is None:
        return _hz
    if hz // 1000000 not in _MHZ:
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _hz = hz


def unique_id():
    """An address with Espressif's prefix, the same for the same flash."""
    sum = 0
    for byte in wiring.options.get("root", "").encode():
        sum = (sum * 31 + byte) & 0xFFFFFF
    return b"\x24\x0a\xc4" + sum.to_bytes(3, "big")


def disable_irq():
    return 0


def enable_irq(state):
    pass
