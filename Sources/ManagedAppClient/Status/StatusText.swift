import AccessModel

/// What the user is told of a status, in words of the SDK's own: for what the gateway did not say itself.
struct StatusText: Sendable, Hashable {
    let title: String
    let message: String

    /// The text of a status.
    init(_ status: ComplianceStatus, in language: AppLanguage) {
        self =
            switch language {
            case .english: Self.english(status)
            case .spanish: Self.spanish(status)
            case .korean: Self.korean(status)
            case .russian: Self.russian(status)
            }
    }

    private init(_ title: String, _ message: String) {
        self.title = title
        self.message = message
    }

    private static func english(_ status: ComplianceStatus) -> StatusText {
        switch status {
        case .compliant: StatusText("You’re all set", "This app meets everything your organisation asks for.")
        case .notCompliant:
            StatusText(
                "Access isn’t possible right now",
                "This app can’t open your organisation’s data at the moment. Please contact your organisation’s support."
            )
        case .serviceFailure:
            StatusText(
                "Something went wrong on our side",
                "We couldn’t check this app because our service had a problem. Please try again in a few minutes.")
        case .networkFailure:
            StatusText(
                "No connection",
                "We couldn’t reach the service that checks this app. Check your internet connection, then try again.")
        case .interactionRequired:
            StatusText(
                "One more step",
                "This app needs something from you before it can open your organisation’s data. Follow the steps in this app."
            )
        case .userCancelled:
            StatusText(
                "The check was stopped",
                "Your organisation’s data stays closed for now. You can start again whenever you like.")
        }
    }

    private static func spanish(_ status: ComplianceStatus) -> StatusText {
        switch status {
        case .compliant: StatusText("Todo listo", "Esta aplicación cumple todo lo que pide su organización.")
        case .notCompliant:
            StatusText(
                "Ahora no es posible acceder",
                "En este momento, esta aplicación no puede abrir los datos de su organización. Póngase en contacto con el soporte."
            )
        case .serviceFailure:
            StatusText(
                "Hemos tenido un problema",
                "No hemos podido comprobar esta aplicación por un fallo de nuestro servicio. Vuelva a intentarlo dentro de unos minutos."
            )
        case .networkFailure:
            StatusText(
                "Sin conexión",
                "No hemos podido conectar con el servicio que comprueba esta aplicación. Compruebe su conexión a Internet."
            )
        case .interactionRequired:
            StatusText(
                "Falta un paso",
                "Esta aplicación necesita algo de usted antes de abrir los datos de su organización. Siga los pasos que se indican."
            )
        case .userCancelled:
            StatusText(
                "Comprobación interrumpida",
                "Los datos de su organización siguen cerrados por ahora. Puede empezar de nuevo cuando quiera.")
        }
    }

    private static func korean(_ status: ComplianceStatus) -> StatusText {
        switch status {
        case .compliant: StatusText("준비가 끝났습니다", "이 앱은 조직에서 요구하는 사항을 모두 충족합니다.")
        case .notCompliant:
            StatusText("지금은 접근할 수 없습니다", "현재 이 앱에서는 조직의 데이터를 열 수 없습니다. 조직의 지원 담당자에게 문의해 주세요.")
        case .serviceFailure:
            StatusText("서비스에 문제가 생겼습니다", "저희 서비스의 문제로 이 앱을 확인하지 못했습니다. 몇 분 뒤에 다시 시도해 주세요.")
        case .networkFailure:
            StatusText("연결되지 않았습니다", "이 앱을 확인하는 서비스에 연결하지 못했습니다. 인터넷 연결을 확인한 뒤 다시 시도해 주세요.")
        case .interactionRequired:
            StatusText("한 단계가 남았습니다", "조직의 데이터를 열기 전에 사용자의 확인이 필요합니다. 앱에 표시되는 안내에 따라 진행해 주세요.")
        case .userCancelled:
            StatusText("확인이 중단되었습니다", "지금은 조직의 데이터를 열 수 없습니다. 원하실 때 언제든지 다시 시작할 수 있습니다.")
        }
    }

    private static func russian(_ status: ComplianceStatus) -> StatusText {
        switch status {
        case .compliant: StatusText("Всё готово", "Приложение выполняет всё, что требует ваша организация.")
        case .notCompliant:
            StatusText(
                "Сейчас доступ невозможен",
                "Это приложение пока не может открыть данные вашей организации. Обратитесь в службу поддержки.")
        case .serviceFailure:
            StatusText(
                "У нас что-то пошло не так",
                "Мы не смогли проверить приложение из-за сбоя нашего сервиса. Повторите попытку через несколько минут.")
        case .networkFailure:
            StatusText(
                "Нет соединения",
                "Не удалось связаться с сервисом, который проверяет приложение. Проверьте подключение к интернету.")
        case .interactionRequired:
            StatusText(
                "Остался один шаг",
                "Чтобы приложение могло открыть данные вашей организации, нужно ваше участие. Следуйте указаниям в приложении."
            )
        case .userCancelled:
            StatusText(
                "Проверка прервана",
                "Данные вашей организации пока закрыты. Вы можете начать заново в любое время.")
        }
    }
}
