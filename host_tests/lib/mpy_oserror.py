"""OSErrors in words."""

import os

from oserror import reason


def said(function, *arguments):
    try:
        function(*arguments)
    except OSError as error:
        return reason(error)
    raise AssertionError("no OSError")


def test_what_the_port_raises():
    os.mkdir("/folder")
    open("/folder/file", "w").close()
    assert said(open, "/none") == "not found"
    assert said(open, "/folder", "w") == "it is a folder"
    assert said(os.remove, "/none") == "not found"
    assert said(os.rmdir, "/folder") == "the folder is not empty"
    assert said(os.listdir, "/folder/file") == "a part of the path is a file"
    assert said(os.mkdir, "/folder") == "it exists already"


def test_numbers_and_texts():
    for arguments, expected in (
        ((28,), "the flash is full"),
        ((30,), "read-only"),
        ((13,), "read-only"),
        ((84,), "the flash is damaged there"),
        ((110,), "error 110 (ETIMEDOUT)"),
        ((-99,), "error -99"),
        ((2000,), "error 2000"),
        ((-263, "ESP_ERR_TIMEOUT"), "ESP_ERR_TIMEOUT"),
        (("I2C operation not supported",), "I2C operation not supported"),
        ((), "unknown"),
    ):
        assert reason(OSError(*arguments)) == expected, arguments
